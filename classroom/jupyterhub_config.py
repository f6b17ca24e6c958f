"""The hub's settings for a class of these lessons.

On The Littlest JupyterHub, copy this file to ``/opt/tljh/config/jupyterhub_config.d/``,
then run ``sudo tljh-config reload hub``.
``make test-class`` starts a JupyterHub with this same file; ``tests/classroom/hub_config.py`` adds what differs there.
"""

import os
import pwd

c = get_config()  # noqa: F821  JupyterHub brings this name

# A learner is known by a name and by the password chosen at the first login (The Littlest JupyterHub's own way).
c.JupyterHub.authenticator_class = "firstuseauthenticator.FirstUseAuthenticator"
# Only names on the teacher's list may log in: the admin page there, `allowed_users` elsewhere.
c.FirstUseAuthenticator.create_users = False

c.Spawner.default_url = "/lab"

# Thirty servers that start at once on two cores need more than the 30 and 60 seconds that they are given by default.
c.Spawner.start_timeout = 180
c.Spawner.http_timeout = 180

# A server and its kernels talk through sockets in the learner's home, not through TCP ports of the machine.
# To those any other user can listen, and when thirty kernels start at once two of them may be given the same one.
c.Spawner.args = ["--KernelManager.transport=ipc"]


def home(spawner):
    """The learner's home folder."""
    name = getattr(spawner, "username_template", "{USERNAME}").format(USERNAME=spawner.user.name)
    return pwd.getpwnam(name).pw_dir


def runtime_folder(spawner):
    """Where the sockets lie: a short path, because with its name a socket's path may not pass 107 characters."""
    return os.path.join(home(spawner), ".run")


def compiler_folder(spawner):
    """What torch's compiler makes when an optimizer loads it: unless told otherwise in /tmp, where all can read it."""
    return os.path.join(home(spawner), ".cache", "torchinductor")


c.Spawner.environment = {
    "JUPYTER_RUNTIME_DIR": runtime_folder,
    "TORCHINDUCTOR_CACHE_DIR": compiler_folder,
    "OMP_NUM_THREADS": "1",  # for each kernel: the models are tiny, and thirty learners share the cores
}

# What one learner may take at most; site/teaching.md has what they took.
# The Littlest JupyterHub enforces it, a hub without systemd does not.
c.Spawner.mem_limit = "1G"
