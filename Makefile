# Everything one does with Earshot by hand. `make` alone lists it.
export PATH := $(PATH):/opt/swift/usr/bin:/usr/libexec/swift/bin

# Progress belongs on a terminal only: elsewhere a build says nothing unless it fails.
quiet := $(if $(MAKE_TERMOUT),,--quiet)
# Flags for the Swift compiler, such as SWIFTFLAGS='-Xswiftc -warnings-as-errors'.
SWIFTFLAGS ?=

# Swift's own libraries go into the programs: what is copied to another board needs no Swift compiler there. Of the linkers,
# the compiler's own does not warn of functions in these libraries that nothing calls. Without the local rpath, no program looks for
# libraries beside itself. Nobody links with these programs, so they need not export Swift's functions; and where they are moved to
# at the start is told in a shorter form, which glibc 2.36 understands. The libraries' functions are looked up at the start, all 600 in
# no time that can be told: their table can be written to no more then. What other ways come to is in Figures, "Cost".
release = $(unmoved) swift build -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld \
	-Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -z -Xlinker now $(placeless) $(quiet)
# What is tested: see Package.swift.
debug := EARSHOT_OPTIMIZED=1 swift build $(quiet)
# A commit comes to the same bytes wherever it lies: the programs tell neither this folder nor what the compilers make of its
# name, which are the names of C modules that they keep, and the marks by which they find out what need not be made again.
placeless := -Xswiftc -file-prefix-map -Xswiftc '$(CURDIR)=.' -Xcc '-ffile-prefix-map=$(CURDIR)=.' \
	$(addprefix -Xswiftc -Xfrontend -Xswiftc ,-no-clang-module-breadcrumbs -disable-incremental-llvm-codegen)
# Swift 6.0.3 goes through some of what it compiles in the order in which that lies in its memory. Where that is the same each time, where
# the system lets it be, so are the bytes.
unmoved := $(shell setarch --addr-no-randomize true 2>/dev/null && echo setarch --addr-no-randomize)
# The processor that 'make deb' packs for; for another one than this machine's, what it is cross-built for.
machine := $(shell dpkg --print-architecture)
ARCH := $(machine)
cross := $(filter-out $(machine),$(ARCH))
# The Debian that those packages are for: trixie (13), or bookworm (12).
export RELEASE := trixie
ifeq ($(cross),)
$(if $(filter-out trixie,$(RELEASE)),$(error RELEASE goes with ARCH=arm64 on a PC: packages for this processor are for the Debian that this is))
endif
sources := Package.swift Sources Tests board/consumer

.DEFAULT_GOAL := help
.PHONY: help run test build bench bench-scoring bench-plot soak endurance race-check sanitize clean lint check-imports check-consumer check-api \
	accept-api check-units format setup setup-rivals setup-graph setup-wyoming setup-api check-whisper check-page check-debian13 \
	virtual-board graph docs install uninstall deb check-deb \
	check-reproducible apt-repository board-figures board-estimate virtual-pi native-test cross-test cross-build is-for-arm64

help: ## List what make can do
	@echo 'make TARGET, where TARGET is one of:'
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 20 | sed 's/^/  /'

run: build ## Install what is missing, build, and show the whole appliance at work on recordings
	@.build/release/earshot demo

test: $(if $(cross),cross-test,native-test) ## Install what is missing, and run the tests; ARCH=arm64 runs them by emulation

native-test: setup
	@board/setup test
	@board/test $(SWIFTFLAGS)
	@.build/debug/RingBench --brief

cross-test: is-for-arm64
	@board/cross/test

build: setup ## Build in release mode: .build/release/earshot
	@echo 'Building Earshot (some minutes the first time)' >&2
	@EARSHOT_PROGRAMS=1 $(release) $(SWIFTFLAGS)

bench: setup-rivals ## Race the ring against others, and time the capture engine (JSON=FILE, TRIALS=N, SOUND=SECONDS)
	@EARSHOT_RIVALS=1 $(release) --scratch-path .build/rivals --product RingBench
	@$(release) --product CaptureBench
	@.build/rivals/release/RingBench $(if $(TRIALS),--trials '$(TRIALS)') $(if $(JSON),--json '$(JSON)')
	@.build/release/CaptureBench $(SOUND)

bench-scoring: setup ## Time what a frame's acoustic scores cost, here and by PocketSphinx itself (TRIALS=N)
	@$(release) --product ScoringBench
	@.build/release/ScoringBench $(TRIALS)

bench-plot: setup ## Draw the figures that 'make bench JSON=FILE' kept: JSON=FILE gives FILE.svg
	@$(release) --product RingBench
	@.build/release/RingBench --plot '$(or $(JSON),$(error say which figures: make bench-plot JSON=FILE))' '$(JSON).svg'

soak: setup ## Send a thousand million frames through the ring, and look at each
	@$(release) --product RingBench
	@.build/release/RingBench --soak 1000000000

endurance: build ## Have the appliance hear 10,000 commands, an hour of noise and one of a book (UTTERANCES=N, HOURS=N)
	@board/endurance $(or $(UTTERANCES),10000) $(or $(HOURS),1)

race-check: setup ## Run the ring under ThreadSanitizer, as it is and with its order broken on purpose
	@board/bench/race-check.sh

sanitize: setup ## Cancel and misuse speech tasks and analyzers under AddressSanitizer and ThreadSanitizer
	@board/sanitize/run

install: ## Install what 'make build' built, and the service: PREFIX=/usr/local, DESTDIR=FOLDER for another board
	@DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' board/install

uninstall: ## Remove what 'make install' put there; configuration stays
	@DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' board/install --remove

deb: $(if $(cross),cross-build,build) ## Make Debian packages in .build/deb; ARCH=arm64 for a Raspberry Pi with a 64-bit Debian 13, RELEASE=bookworm 12 (TESTS=all, none)
	@board/setup deb
	@$(if $(cross),TESTS='$(TESTS)' board/cross/test-before-packing)
	@$(if $(cross),board/cross/make-deb,board/debian/make-deb)

cross-build: is-for-arm64
	@echo 'Building Earshot for arm64 (some minutes the first time)' >&2
	@EARSHOT_PROGRAMS=1 board/cross/build $(release) $(SWIFTFLAGS)

is-for-arm64:
	@[ '$(ARCH)' = arm64 ] || { echo "This is for this processor and for arm64, not for $(ARCH)." >&2; exit 1; }

check-deb: deb ## Install, upgrade, remove and purge these packages in a bare system; ARCH=arm64 does it by emulation
	@board/setup check-deb
	@board/debian/check-version
	@ARCH='$(ARCH)' board/debian/check
	@board/setup apt-repository
	@ARCH='$(ARCH)' board/debian/check-repository

check-reproducible: deb ## Build this commit once more, from nothing and in another place, and compare the packages' bytes (ARCH=arm64)
	@ARCH='$(ARCH)' board/debian/check-reproducible

apt-repository: ## Make a signed repository for apt of the packages in .build/deb: KEY=ID (gpg's), FOLDER=.build/apt
	@board/setup apt-repository
	@board/debian/make-repository '$(or $(KEY),$(error say whose key signs it: make apt-repository KEY=ID))' \
		'$(or $(FOLDER),.build/apt)'

board-figures: ## Measure what Earshot costs on this board, and print a row for the table of boards (SECONDS=30)
	@board/setup board-figures
	@board/figures $(SECONDS)

board-estimate: ## Count what a second of sound takes of a Raspberry Pi's processor, by emulation, after 'make deb ARCH=arm64' (NOISE=FILE)
	@NOISE='$(NOISE)' board/cross/count $(CACHES)

clean: ## Remove everything that was built here
	@rm -rf .build

lint: setup ## Check the layout of the code
	@swift format lint --strict --parallel --recursive $(sources)

check-imports: setup ## Check that each target declares in Package.swift what its files import, no more and no less
	@board/check-edges
	@# It looks at the files of all targets before it builds one, so the smallest will do.
	@EARSHOT_DECLARED_EDGES=1 swift build --scratch-path .build/edges $(quiet) $(SWIFTFLAGS) --target CLinux \
		--explicit-target-dependency-import-check error

check-consumer: setup ## Build and run a package that depends on this one, as others would
	@SWIFTFLAGS='$(SWIFTFLAGS)' board/consumer/check

check-api: setup-api ## Check that the products declare in public what board/api says, and that the changelog names the release
	@$(debug) --product EarshotFoundation $(SWIFTFLAGS)
	@$(debug) --product EarshotAppliance $(SWIFTFLAGS)
	@board/api/check

accept-api: setup-api ## Write down what the products declare in public now, after a change that is meant
	@$(debug) --product EarshotFoundation $(SWIFTFLAGS)
	@$(debug) --product EarshotAppliance $(SWIFTFLAGS)
	@board/api/check --accept

check-units: ## Check how much of the system the services could reach: 0.8 at most by systemd-analyze, 1.0 with a network
	@board/setup check-units
	@board/check-units

format: setup ## Lay the code out
	@swift format --in-place --parallel --recursive $(sources)

graph: setup-graph ## Draw which module is built on which, for the documentation
	@board/make-graph Sources/Earshot/Earshot.docc/Resources/modules.svg

docs: setup ## Build the documentation of the library's products as a site, .build/docs
	@$(debug) --target EarshotAppliance $(SWIFTFLAGS)
	@board/make-docs .build/docs

check-debian13: ## Build and test in a Debian 13 of its own, with that release's Swift 6.0.3 and libgpiod 2
	@board/debian13/check

setup-wyoming: ## Install the Python package of the Wyoming protocol, against which 'make test' then tests, too
	@board/setup wyoming
	@board/wyoming/setup .build/wyoming wyoming==1.8.0

check-whisper: build ## Count the wrong words of dictation by Whisper, and without: MODEL=FOLDER, MANIFEST=FILE
	@board/setup wyoming
	@board/wyoming/check-whisper '$(or $(MODEL),$(error say which model: make check-whisper MODEL=FOLDER))' $(MANIFEST)

check-page: setup ## Try the page in Chromium, which it installs (SCREENSHOTS=FOLDER keeps pictures)
	@board/setup page
	@$(debug) --build-tests $(SWIFTFLAGS)
	@EARSHOT_OPTIMIZED=1 EARSHOT_SCREENSHOTS='$(abspath $(SCREENSHOTS))' swift test --skip-build --disable-xctest --filter WebBridgeTests.BrowserTests

virtual-board: build ## Boot an emulated board with real kernel drivers, and run the board's tests on it
	@$(debug) --build-tests $(SWIFTFLAGS)
	@board/virtual/test $(TESTS)

virtual-pi: ## Boot an emulated Raspberry Pi 3, install the package for arm64 there, and speak to it (MEMORY='1024 512')
	@$(MAKE) --no-print-directory deb ARCH=arm64 RELEASE=trixie
	@board/virtual/pi/test $(MEMORY)

setup:
	@board/setup build

setup-rivals: setup
	@board/setup rivals

setup-graph: setup
	@board/setup graph

setup-api: setup
	@board/setup api
