"""``classroom/jupyterhub_config.py`` as this test runs it: on free ports, with its own folder, learners and token."""

import json
import os
import sys
from pathlib import Path

c = get_config()  # noqa: F821  JupyterHub brings this name
load_subconfig(str(Path(__file__).resolve().parents[2] / "classroom/jupyterhub_config.py"))  # noqa: F821

run = json.loads(os.environ["PE_CLASS"])

c.JupyterHub.bind_url = run["url"]
c.JupyterHub.hub_bind_url = run["hub_url"]
c.ConfigurableHTTPProxy.api_url = run["proxy_url"]
c.ConfigurableHTTPProxy.command = run["proxy_command"]
c.JupyterHub.log_level = "WARN"

# the working folder of the hub is run["folder"], so its database, secrets and pid file lie there
c.FirstUseAuthenticator.dbm_path = str(Path(run["folder"]) / "passwords.dbm")
c.FirstUseAuthenticator.allowed_users = set(run["learners"])

# The Littlest JupyterHub starts servers through systemd, each as a system user of its own.
# Here the hub starts them itself: as system users if it is root, else all of them as the one user who runs it.
c.Spawner.cmd = [sys.executable, "-m", "jupyterhub.singleuser"]
c.Spawner.ip = "127.0.0.1"
if run["system_users"]:
    c.JupyterHub.spawner_class = "localprocess"
else:
    c.JupyterHub.spawner_class = "simple"
    c.SimpleLocalProcessSpawner.home_dir_template = str(Path(run["homes"]) / "{username}")
    for name, folder in {"JUPYTER_RUNTIME_DIR": ".run", "TORCHINDUCTOR_CACHE_DIR": ".torchinductor"}.items():
        c.Spawner.environment[name] = lambda spawner, folder=folder: f"{run['homes']}/{spawner.user.name}/{folder}"

# the test asks the hub which process is whose, and runs the culler with the same token
c.JupyterHub.services = [{"name": "class-test", "api_token": run["token"]}]
scopes = ["list:users", "read:users:activity", "read:servers", "admin:server_state", "delete:servers"]
c.JupyterHub.load_roles = [{"name": "class-test", "scopes": scopes, "services": ["class-test"]}]
