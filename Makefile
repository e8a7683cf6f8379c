# Each command sets up what it needs on a fresh Debian machine with a Swift toolchain.

.PHONY: help demo test bench lint docs sanitize

help:
	@echo 'make demo               see a launch, and the trace of it'
	@echo 'make test [FILTER=name] build, and run every test'
	@echo 'make bench [ONLY=glob]  measure against the peers'
	@echo 'make lint               check format, documentation and scripts'
	@echo 'make sanitize           run the tests under the address and the thread sanitizer'
	@echo 'make docs               make the documentation in .build/docs'

demo:
	@.ci/setup build
	@Tests/Demo/demo

test:
	@FILTER='$(FILTER)' .ci/test

bench:
	@.ci/setup build
	@ONLY='$(ONLY)' Tests/Bench/run

lint:
	@.ci/lint

docs:
	@.ci/docs

sanitize:
	@ONLY='$(ONLY)' .ci/sanitize
