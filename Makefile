# One-word verbs. `make run` needs Python 3.11 and make, nothing else.

PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
PIP    := $(PY) -m pip -qq --disable-pip-version-check

PAGE   ?= samples/tower-clock.html
ARGS   ?=
DATA   ?=
NAME   ?= speed
# As it was given: a shell would read quotes in it, and make dollars.
export PAGE_GIVEN := $(value PAGE)

# What the longer verbs run; change it here.
BENCH   := $(wildcard benchmarks/*/$(NAME).py)
TRAIN   := -m printworthy.train.fit
QUALITY := -m printworthy.train.quality --floors tests/floors.json
EQUAL   := benchmarks/quality/metamorphic.py --floor .995
FUZZ    := benchmarks/load/fuzz.py --seconds 600
SOAK    := benchmarks/load/soak.py --minutes 30
FIGURES := benchmarks/quality/figures.py
QUICK   := -m pytest -n 2 -q -m 'not processes'

ifneq (,$(filter train quality figures,$(MAKECMDGOALS)))
$(if $(DATA),,$(error say where the labelled pages are: make $(MAKECMDGOALS) DATA=folder))
endif

ifneq (,$(filter bench,$(MAKECMDGOALS)))
$(if $(BENCH),,$(error no benchmark $(NAME): choose one of benchmarks/README.md))
endif

.DEFAULT_GOAL := help
.PHONY: help run install test quick coverage lint bench train quality figures fuzz soak lock clean

help:
	@echo "make run [PAGE=file or address] [ARGS='--style large']"
	@echo "                                 print a page into out/; makes $(VENV)/bin/printworthy"
	@echo "make install                     everything, with all extras"
	@echo "make test                        lint and all tests"
	@echo "make quick                       the tests without processes, browsers and servers"
	@echo "make coverage                    what these run of each folder, against the floors"
	@echo "make lint                        ruff and mypy"
	@echo "make bench [NAME=proxy] [DATA=folder] [ARGS='load --clients 20']"
	@echo "                                 run one of benchmarks/README.md; else how fast"
	@echo "make train DATA=folder           fit the model anew"
	@echo "make quality DATA=folder         how good, against the floors"
	@echo "make figures DATA=folder         measure README's table anew"
	@echo "make fuzz                        ten minutes of random pages"
	@echo "make soak                        half an hour of load and faults"
	@echo "make lock                        pin the requirements anew"
	@echo "make clean                       remove what make made"

run: $(VENV)/print $(VENV)/bin/printworthy
	@mkdir -p out
	@name=$$(basename "$$PAGE_GIVEN" | sed 's/\.[Hh][Tt][Mm][Ll]*$$//; s/[^A-Za-z0-9._-]/-/g'); \
	$(PY) -m printworthy print "$$PAGE_GIVEN" -o "out/$$name.html" -o "out/$$name.md" -o "out/$$name.pdf" $(ARGS)

install: $(VENV)/package $(VENV)/debian

test: install lint
	$(PY) -m pytest -n 2 -q

quick: $(VENV)/package
	$(PY) $(QUICK)

coverage: $(VENV)/package
	@mkdir -p out
	$(PY) $(QUICK) --cov=printworthy --cov-report=json:out/coverage.json
	$(PY) tests/coverage_floors.py out/coverage.json $(ARGS)

lint: $(VENV)/package
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

bench: $(VENV)/package
	$(PY) $(BENCH) $(DATA) $(ARGS)

# One thread for products of matrices, too: sums are then always made in one order.
train: $(VENV)/package
	OPENBLAS_NUM_THREADS=1 $(PY) $(TRAIN) $(DATA)

quality: $(VENV)/package
	$(PY) $(QUALITY) $(DATA)
	$(PY) $(EQUAL) $(DATA)

figures: $(VENV)/package
	$(PY) $(FIGURES) $(DATA)

fuzz: install
	$(PY) $(FUZZ)

soak: install
	$(PY) $(SOAK)

# All extras first; the base then takes the same versions. Nothing about where packages come from is written down.
LOCK = $(PY) -m uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --upgrade \
       --no-emit-index-url --no-header --quiet
lock: $(VENV)/all
	$(LOCK) --all-extras --output-file requirements/all.txt
	$(LOCK) --constraints requirements/all.txt --output-file requirements/base.txt
	$(LOCK) --constraints requirements/all.txt --extra fetch --extra pdf --output-file requirements/print.txt

clean:
	rm -rf $(VENV) out build dist .mypy_cache .pytest_cache .ruff_cache *.so
	find printworthy -name '*.so' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps: each is made once, and again when what it depends on changes. The pinned files are complete, so that pip has
# nothing to resolve (--no-deps): quicker, and older ones stumble over extras there.

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit("Printworthy needs Python 3.11 or newer: make PYTHON=python3.12 ..." if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/base: requirements/base.txt | $(PY)
	$(PIP) install --no-deps --require-hashes -r requirements/base.txt
	@touch $@

$(VENV)/print: requirements/print.txt | $(PY)
	@echo "installing what printing needs, once: about half a minute"
	$(PIP) install --no-deps --require-hashes -r requirements/print.txt
	@touch $@ $(VENV)/base

# The command, as installing it would make it, but without what builds packages.
$(VENV)/bin/printworthy: | $(VENV)/print
	@printf '#!/bin/sh\nPYTHONPATH="%s$${PYTHONPATH:+:$$PYTHONPATH}" exec "%s" -P -m printworthy "$$@"\n' \
		'$(CURDIR)' '$(CURDIR)/$(PY)' > $@
	@chmod +x $@

$(VENV)/all: requirements/all.txt | $(PY)
	$(PIP) install --no-deps --require-hashes -r requirements/all.txt
	@touch $@ $(VENV)/base $(VENV)/print

# The package itself, its innermost loops compiled (hatch_build.py) beside their sources: made anew when these change.
$(VENV)/package: pyproject.toml hatch_build.py $(VENV)/all $(wildcard printworthy/base/*.py printworthy/build/*.py \
                 printworthy/data/*.py printworthy/filters/*.py printworthy/filters/*/*.py printworthy/metadata/*.py \
                 printworthy/metadata/*/*.py printworthy/refine/*.py printworthy/segment/*.py)
	$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/debian: requirements/debian.txt | $(PY)
	@sh requirements/debian.sh requirements/debian.txt
	@touch $@
