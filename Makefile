# bloomlab: `make` regenerates every figure with its table; `make help` lists the rest.

.DEFAULT_GOAL := figures
.PHONY: help needs figures new-paper test test-browser test-new-paper test-parts test-python fuzz check licences crosscheck release bench verify measure clean

CARGO ?= cargo
# one profile, and always the whole workspace (features depend on what is built): the heavy dependencies compile once
CARGO_FLAGS := --release
BUILD := $(CARGO) build $(CARGO_FLAGS) --workspace
BINARIES := $(or $(CARGO_TARGET_DIR),target)/release
PAPERS := $(sort $(notdir $(patsubst %/paper.toml,%,$(wildcard experiments/*/paper.toml))))

help: ## Show what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

needs: ## Install what the build needs (root on Debian), or print what to install
	@sh scripts/needs.sh build

figures: needs ## Every figure and table that is not up to date, and the gallery; FIGURE=paper/figure for one, FORCE=1 to recompute
	@$(BUILD)
	@status=0; \
	for paper in $(if $(FIGURE),$(firstword $(subst /, ,$(FIGURE))),$(PAPERS)); do \
	  $(BINARIES)/$$paper $(if $(FORCE),--force) $(word 2,$(subst /, ,$(FIGURE))) || status=1; \
	done; \
	$(BINARIES)/report draw || status=1; $(BINARIES)/calculator || status=1; exit $$status

new-paper: needs ## A package for another paper, with a figure to begin with; NAME=author-topic FIGURE=fig1-rate
	@sh scripts/new-paper.sh
	@$(CARGO) build $(CARGO_FLAGS) -p $(NAME) -p bloomlab-report && $(BINARIES)/$(NAME) && $(BINARIES)/report draw

test: needs ## All tests
	$(CARGO) test $(CARGO_FLAGS) --workspace

test-browser: needs ## The gallery and the calculator in headless Chromium, installed if missing (root on Debian)
	@sh scripts/needs.sh browser
	$(CARGO) test $(CARGO_FLAGS) --workspace --test browser

check: needs ## Formatting, lints, documentation and pages; a warning is an error
	$(CARGO) fmt --all --check
	$(CARGO) clippy $(CARGO_FLAGS) --workspace --all-targets --test browser -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc $(CARGO_FLAGS) --workspace --no-deps
	@# the lock files, the Python package's too, must follow the manifests
	@for manifest in Cargo.toml crates/python/Cargo.toml; do $(CARGO) metadata --locked --format-version 1 --manifest-path $$manifest > /dev/null || exit 1; done
	@sh scripts/licences.sh --check
	@if command -v cargo-deny > /dev/null; then $(CARGO) deny check licenses bans sources; else echo 'skipped: cargo-deny is not installed'; fi
	@$(BUILD) && $(BINARIES)/report check

test-new-paper: ## A package from new-paper builds, draws, verifies and passes its tests; leaves nothing behind
test-parts: ## A figure in parts, as a Slurm array and under Snakemake
test-python: ## The wheels of the Python package against the command; Python is installed if missing (root on Debian)
test-new-paper test-parts test-python: needs
	@$(BUILD) && sh scripts/$@.sh

licences: ## The list of the crates that the programs are built from, with their licences, LICENCES-OF-CRATES.csv
release: ## Tag this commit and make its archive with a checksum; VERSION=0.1.0
licences release:
	@sh scripts/$@.sh

fuzz: needs ## Random command lines, CASES=10000 from SEED=14: an answer or a refusal, well formed
	CASES=$(or $(CASES),10000) SEED=$(or $(SEED),14) $(CARGO) test $(CARGO_FLAGS) --workspace --test fuzz -- --nocapture

crosscheck: needs ## Every exact route against every other, doubles against certified values, on EFFORT=1 times ten thousand random sets
	EFFORT=$(or $(EFFORT),1) $(CARGO) test $(CARGO_FLAGS) --workspace --test accuracy -- --ignored --nocapture

bench: needs ## Benchmarks (10 minutes), then a table of ratios for all work that has a goal
	@start=$$(date +%s); $(BUILD) --bins && $(CARGO) bench --locked --workspace --bench '*' && python3 scripts/bench-table.py --since $$start

verify: needs ## Regenerate everything elsewhere and fail on any difference from the committed files, or on files that belong to no figure
	@$(BUILD)
	@status=0; for paper in $(PAPERS); do $(BINARIES)/$$paper --verify || status=1; done; \
	$(BINARIES)/report verify || status=1; $(BINARIES)/calculator --verify || status=1; exit $$status

measure: ## Measure filters of libraries and engines again (an hour) and add to their measured.csv; SUBJECT=name for one; QUICK=1 only compares (4 minutes)
	@sh scripts/measure.sh $(if $(QUICK),--quick) $(if $(SUBJECT),--only $(SUBJECT))

clean: ## Remove what was built and cached; figures and tables stay
	$(CARGO) clean
	rm -rf .cache
