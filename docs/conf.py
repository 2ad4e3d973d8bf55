"""Settings of the documentation site: `sphinx-build -W --keep-going -n -b html docs FOLDER`, with the extra `docs`."""

import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "interpreter")]

project = "Rulewright"
author = copyright = "The Rulewright authors"
release = tomllib.loads((HERE.parent / "pyproject.toml").read_text("utf-8"))["project"]["version"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "generated_pages"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "Rulewright"
html_show_sourcelink = False
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
highlight_language = "none"
smartquotes = False  # what is copied from a page is what is typed: "--games", not a dash
default_role = "code"
autodoc_mock_imports = ["gymnasium", "pettingzoo", "pyspiel"]  # an adapter is described without its library
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
# Types of our own that no page describes, and those of Python: they are shown as they are written, without a link.
nitpick_ignore_regex = [("py:.*", r".*")]
