"""``classroom/jupyterhub_config.py`` as this test runs it: on free ports, in its own folder, with its own learners."""

import json
import os
import sys
from pathlib import Path

c = get_config()  # noqa: F821  JupyterHub brings this name
load_subconfig(str(Path(__file__).resolve().parents[2] / "classroom/jupyterhub_config.py"))  # noqa: F821

run = json.loads(os.environ["PE_CLASS"])
c.JupyterHub.bind_url, c.JupyterHub.hub_bind_url, c.ConfigurableHTTPProxy.api_url = run["addresses"]
c.ConfigurableHTTPProxy.command = run["proxy"]
c.JupyterHub.log_level = "WARN"
c.FirstUseAuthenticator.allowed_users = set(run["learners"])

# The Littlest JupyterHub starts servers through systemd, each as a system user of its own. Here the hub starts them
# itself, all as the user who runs it.
c.Spawner.cmd = [sys.executable, "-m", "jupyterhub.singleuser"]
c.Spawner.ip = "127.0.0.1"
c.Spawner.args = [*c.Spawner.args, "--allow-root"]
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = run["homes"] + "/{username}"
for name, folder in {"JUPYTER_RUNTIME_DIR": ".run", "TORCHINDUCTOR_CACHE_DIR": ".torchinductor"}.items():
    c.Spawner.environment[name] = lambda spawner, folder=folder: f"{run['homes']}/{spawner.user.name}/{folder}"
