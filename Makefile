# Everything runs in .venv, made on first use: python3 (3.11 or later), a C compiler and make.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
SOURCES := pyproject.toml setup.py \
  $(foreach folder,src/ddz src/ddz/zipai,$(wildcard $(folder)/*.py $(folder)/*.px*))

.PHONY: demo test peers lint exhaustive bench bench-games icount docs dist sanitize clean

demo: $(VENV)/cli
	@echo "The leads of a landlord's hand:"
	@$(PY) -m ddz moves 3344455667JJQQKAA2BR
	@echo "And its answers to 55:"
	@$(PY) -m ddz moves 3344455667JJQQKAA2BR --beat 55
	@echo "A Zipai hand, counted:"
	@$(PY) -m ddz hu 壹壹壹叁叁叁四五六七八九二二贰玖玖 --exposed chi:肆伍陆 --tile 玖 --source self

test: $(VENV)/test
	$(PY) -m pytest

# The presets beside the real engines, those that can be installed (5: none could, so no test ran)
peers: $(VENV)/test
	@sh tests/peers/install.sh $(PY)
	$(PY) -m pytest -rs tests/peers || [ $$? -eq 5 ]

lint: $(VENV)/dev
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(PY) -m mypy
	$(PY) -m mypy.stubtest ddz --allowlist tests/stubtest-allowlist.txt --ignore-unused-allowlist
	PATH="$(VENV)/bin:$$PATH" $(VENV)/bin/cython-lint src/ddz tests/outside benchmarks

# Hours, most of them Zipai deals beside the slow reference; `make exhaustive DDZ_DEALS=2000`: minutes
DDZ_DEALS ?= 100000
exhaustive: $(VENV)/test
	DDZ_DEALS=$(DDZ_DEALS) $(PY) -m pytest -m slow -s
	$(PY) -m pytest --hypothesis-profile=explore tests/test_laws.py tests/test_values.py

docs: $(VENV)/docs
	$(PY) -m sphinx -q -W -b html docs build/docs
	@echo "build/docs/index.html"

# Beside the other engines as far as `make peers` could install them
bench: $(VENV)/test
	$(PY) benchmarks/peers.py
	$(PY) benchmarks/zipai.py

bench-games: $(VENV)/test
	$(PY) benchmarks/games.py

# Instructions of the hot verbs under valgrind, against the committed figures
icount: $(VENV)/test
	$(PY) benchmarks/icount.py

# The wheel is built from the sdist and tried in an empty environment, away from the sources
dist: $(VENV)/test
	rm -rf dist
	$(PY) -m build
	sh tests/try_wheel.sh $(PYTHON) dist

# The suite on a build that stops at memory errors and undefined behaviour
sanitize:
	$(PYTHON) -m venv $(VENV)-sanitize
	DDZ_SANITIZE=1 $(VENV)-sanitize/bin/pip install -q --no-cache-dir ".[test]"
	cd tests && LD_PRELOAD="$$($(CC) -print-file-name=libasan.so)" ASAN_OPTIONS=detect_leaks=0 \
	PYTHONMALLOC=malloc ../$(VENV)-sanitize/bin/python -m pytest -p no:cacheprovider .

clean:
	rm -rf $(VENV) $(VENV)-sanitize build dist src/ddz/*.so src/ddz/zipai/*.so src/*.egg-info

$(VENV)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "ddz needs Python 3.11 or later")'
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/cli $(VENV)/test $(VENV)/dev $(VENV)/docs: $(VENV)/%: $(VENV)/python $(SOURCES)
	$(PY) -m pip install -q --disable-pip-version-check -e ".[$*]"
	touch $@
