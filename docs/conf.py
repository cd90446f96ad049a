"""The documentation as HTML: `make docs`."""

import ddz

project = "ddz"
version = release = ddz.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
napoleon_use_ivar = True
