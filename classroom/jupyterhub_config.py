"""The hub's settings for a class of these lessons.

On The Littlest JupyterHub, copy this file to ``/opt/tljh/config/jupyterhub_config.d/``,
then run ``sudo tljh-config reload hub``.
``make test-class`` starts a JupyterHub with this same file; ``tests/classroom/hub_config.py`` adds what differs there.
"""

c = get_config()  # noqa: F821  JupyterHub brings this name

# A learner is known by a name and by the password chosen at the first login (The Littlest JupyterHub's own way).
c.JupyterHub.authenticator_class = "firstuseauthenticator.FirstUseAuthenticator"
# Nobody comes in who is not on the teacher's list: the admin page there, `allowed_users` elsewhere.
c.FirstUseAuthenticator.create_users = False

c.Spawner.default_url = "/lab"

# Thirty servers that start at once on two cores need more than the 30 and 60 seconds that they are given by default.
c.Spawner.start_timeout = 180
c.Spawner.http_timeout = 180

# A server and its kernels talk over TCP ports of the machine, where any other user could listen to what is printed.
# So what they say is encrypted, with a key that lies in the learner's own home.
c.Spawner.args = ["--MappingKernelManager.transport_encryption=required"]

# One thread for each kernel: the models are tiny, and thirty learners share the cores.
c.Spawner.environment = {"OMP_NUM_THREADS": "1"}

# What one learner may take at most; site/teaching.md has what they took.
# The Littlest JupyterHub enforces it, a hub without systemd does not.
c.Spawner.mem_limit = "1G"
