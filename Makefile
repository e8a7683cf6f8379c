# Each command sets up what it needs on a fresh Debian machine with a Swift toolchain.

.PHONY: help demo test fuzz bench lint docs sanitize

help:
	@echo 'make demo               see a launch, and the trace of it'
	@echo 'make test [FILTER=name] build, and run every test'
	@echo 'make fuzz [SECONDS=60]  feed the readers with bytes that a fuzzer chooses'
	@echo 'make bench [ONLY=glob]  measure against the peers'
	@echo 'make lint               check format, documentation and scripts'
	@echo 'make sanitize           run the tests under the address and the thread sanitizer'
	@echo 'make docs               make the documentation in .build/docs'

demo:
	@.ci/setup build
	@Tests/Demo/demo

test:
	@FILTER='$(FILTER)' .ci/test

fuzz:
	@.ci/setup build
	@SECONDS_EACH='$(or $(SECONDS),60)' ONLY='$(or $(ONLY),*)' Tests/Fuzz/run

bench:
	@.ci/setup build
	@ONLY='$(ONLY)' Tests/Bench/run

lint:
	@.ci/lint

docs:
	@.ci/docs

sanitize:
	@ONLY='$(ONLY)' .ci/sanitize
