# bloomlab: `make` regenerates every figure with its table; `make help` lists the rest.

.DEFAULT_GOAL := figures
.PHONY: help figures package crate release new-paper test test-browser test-crate test-new-paper test-python test-release test-slurm test-kills fuzz licences check crosscheck bench verify audit engines clean needs

CARGO ?= cargo
# one profile, and always the whole workspace (features depend on what is built): the heavy dependencies compile once
CARGO_FLAGS := --release --locked
BINARIES := $(or $(CARGO_TARGET_DIR),target)/release
LIBRARIES := $(shell sed -n 's/^name = "\(bloomlab.*\)"/\1/p' $(shell grep -L '^publish = false' crates/*/Cargo.toml) | sort -u)
EXPERIMENTS := $(sort $(notdir $(patsubst %/Cargo.toml,%,$(wildcard experiments/*/Cargo.toml))))

help: ## Show what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

needs: ## Install what the build needs (root on Debian), or print what to install
	@sh scripts/needs.sh

figures: needs ## Every figure and table that is not up to date, and the gallery; FIGURE=paper/figure for one, FORCE=1 to recompute, FORMAT=pdf to add PDF and PNG
	@# a new dependency of a package enters Cargo.lock here
	@[ -z "$$(find Cargo.toml crates experiments crates/*/Cargo.toml experiments/*/Cargo.toml -maxdepth 0 -newer Cargo.lock)" ] || \
	  { $(CARGO) update --quiet --workspace --offline && touch Cargo.lock; } 2> /dev/null || true
	@$(CARGO) build $(CARGO_FLAGS) --workspace
	@status=0; \
	for paper in $(if $(FIGURE),$(firstword $(subst /, ,$(FIGURE))),$(EXPERIMENTS)); do \
	  $(BINARIES)/$$paper $(if $(FORCE),--force) $(word 2,$(subst /, ,$(FIGURE))) || status=1; \
	done; \
	$(BINARIES)/bloomlab-parquet & parquet=$$!; trap 'kill $$parquet' INT TERM; \
	$(if $(filter pdf,$(FORMAT)),$(CARGO) run $(CARGO_FLAGS) -p bloomlab-print --features print || status=1;) \
	$(BINARIES)/bloomlab gallery || status=1; wait $$parquet || status=1; exit $$status

new-paper: needs ## A package for another paper, with a figure to begin with; NAME=author-topic
	@sh scripts/new-paper.sh
	@$(MAKE) --no-print-directory figures FIGURE=$(NAME)
	@echo 'next: look at figures/$(NAME)/rate.svg; name the paper in experiments/$(NAME)/Cargo.toml and src/main.rs; rename the module and its TOML file'
	@echo '      to the first figure, and write it step by step, each step with make figures FIGURE=$(NAME); CONTRIBUTING.md has the rest'

test: needs ## All tests
	$(CARGO) test $(CARGO_FLAGS) --workspace

test-browser: needs ## The gallery and the calculator in headless Chromium, installed if missing (root on Debian)
	@sh scripts/needs-browser.sh
	$(CARGO) test $(CARGO_FLAGS) --workspace --test browser

check: needs ## Formatting, lints and documentation; a warning is an error
	$(CARGO) fmt --all --check
	$(CARGO) clippy $(CARGO_FLAGS) --workspace --all-targets --test browser -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc $(CARGO_FLAGS) --workspace --no-deps
	@# the Python package has a lock file of its own, which must follow the crates that it is built from
	@$(CARGO) metadata --locked --format-version 1 --manifest-path crates/python/Cargo.toml > /dev/null
	@sh scripts/licences.sh --check
	@if command -v cargo-deny > /dev/null; then $(CARGO) deny check licenses bans sources; else echo 'skipped: cargo-deny is not installed (cargo install --locked cargo-deny); licences are those of LICENCES-OF-CRATES.csv'; fi

licences: ## The list of the crates that the programs are built from, with their licences, LICENCES-OF-CRATES.csv
	@sh scripts/licences.sh

test-python: needs ## The wheels of the Python package against the command; Python is installed if missing (root on Debian)
	@sh scripts/needs-python.sh
	@$(CARGO) build $(CARGO_FLAGS) --workspace
	@sh scripts/test-python.sh

test-new-paper: needs ## A package from new-paper builds, draws, verifies and passes its tests; leaves nothing behind
	@sh scripts/test-new-paper.sh

test-slurm: needs ## A figure's shards on a Slurm cluster of four nodes on this machine; Slurm and munge are installed if missing (root on Debian)
	@sh scripts/needs-slurm.sh
	$(CARGO) build $(CARGO_FLAGS) --workspace --bin kwon-dfp
	@sh scripts/test-slurm.sh

test-kills: needs ## Kill figures, shards, merges and make at random moments, KILLS=200 times; try a full disk and a read-only data/
	$(CARGO) build $(CARGO_FLAGS) --workspace --bin kwon-dfp --bin bloomlab --bin bloomlab-parquet
	@KILLS=$(or $(KILLS),200) sh scripts/test-kills.sh

fuzz: needs ## Random command lines, CASES=10000 from SEED=14: an answer or a refusal within 10 s, and well formed
	CASES=$(or $(CASES),10000) SEED=$(or $(SEED),14) $(CARGO) test $(CARGO_FLAGS) --workspace --test fuzz -- --nocapture

crosscheck: needs ## Every route against every other on a grid, double precision against certified values on EFFORT=1 times ten thousand random sets
	EFFORT=$(or $(EFFORT),1) $(CARGO) test $(CARGO_FLAGS) --workspace --test grid --test accuracy -- --ignored --nocapture

package: needs ## What a registry would take: every library and the command, each built from its own archive
	$(CARGO) package --locked $(addprefix -p ,$(LIBRARIES))

crate: needs ## ro-crate-metadata.json: every table with its inputs, parameters, code and licence, for machines
	@$(CARGO) build $(CARGO_FLAGS) --workspace
	@$(BINARIES)/bloomlab crate

test-crate: crate ## Read the RO-Crate and CITATION.cff with third-party programs (needs a network the first time)
	@sh scripts/needs-python.sh
	@sh scripts/test-crate.sh

release: crate ## Check everything, tag, and make the archive for a repository of artifacts; VERSION=0.1.0, no network
	@sh scripts/release.sh

test-release: crate ## A release in a temporary clone, without the long checks; leaves nothing behind
	@sh scripts/test-release.sh

bench: needs ## Benchmarks (10 minutes), then a table of ratios for all work that has a goal
	@$(CARGO) build $(CARGO_FLAGS) --workspace --bins
	@start=$$(date +%s); $(CARGO) bench --locked --workspace --bench '*' && \
	if command -v python3 > /dev/null; then python3 scripts/bench-table.py --since $$start; else echo 'no table of ratios: python3 is not installed'; fi

verify: needs ## Regenerate everything elsewhere and fail on any difference from the committed files, or on files that belong to no figure
	@$(CARGO) build $(CARGO_FLAGS) --workspace
	@status=0; \
	for paper in $(EXPERIMENTS); do $(BINARIES)/$$paper --verify || status=1; done; \
	$(BINARIES)/bloomlab gallery --verify || status=1; \
	$(BINARIES)/bloomlab figures --orphans || status=1; exit $$status

audit: ## Measure libraries again (30 minutes) and add to data/library-audit/measured.csv; SHARD=1/3 for a third, SUBJECT=name for one library; QUICK=1 only compares (2 minutes)
	@sh scripts/audit.sh $(if $(QUICK),--quick) $(if $(SUBJECT),--only $(SUBJECT)) $(if $(SHARD),--shard $(SHARD))

engines: ## Measure the filters inside engines again (40 minutes) and add to data/engines/measured.csv; SHARD=1/3, SUBJECT=name as for audit; QUICK=1 only compares (3 minutes)
	@sh scripts/engines.sh $(if $(QUICK),--quick) $(if $(SUBJECT),--only $(SUBJECT)) $(if $(SHARD),--shard $(SHARD))

clean: ## Remove what was built and cached; figures and tables stay
	$(CARGO) clean
	rm -rf .cache
