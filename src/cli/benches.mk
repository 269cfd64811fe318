# Runs the self-checking benches of the Verilog beside this file; needs a simulator, make, and nothing else:
#   make -f benches.mk [SIM=icarus|verilator]
#   make -f benches.mk waves [BENCHES=NAME_testbench]
# runs benches one by one, each with a waveform of all its signals in BENCH.vcd.
# Every bench prints a line PASS, or FAIL with the first cycles, ports, values and expected values that differ. Fails unless
# all pass. MACROS=FILES takes a foundry's models of SRAM macros in the place of macros.v.
SIM ?= icarus
MACROS ?= $(wildcard macros.v)
BUILD ?= build

FILES := $(sort $(wildcard *_testbench.v))
BENCHES := $(basename $(FILES))
TOP := $(BUILD)/benches.v
LOG := $(BUILD)/$(SIM).log

ifneq ($(SIM),icarus)
ifneq ($(SIM),verilator)
$(error SIM is icarus or verilator, not "$(SIM)"; try make -f benches.mk SIM=icarus)
endif
endif

ICARUS := iverilog -g2005 -Wall -y .
# To be there soon: all C++ is one file, whose headers are read once.
VERILATE := verilator --binary --default-language 1364-2005 -Wno-fatal -y . --x-initial unique \
    -MAKEFLAGS "OPT_FAST=-Og OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0"
# What powers up undefined is random.
POWER_UP := +verilator+seed+1 +verilator+rand+reset+2

.PHONY: all clean waves waves_icarus waves_verilator $(SIM)

all: $(SIM)
	@cat $(LOG)
	@test -n "$(BENCHES)" && test "$$(grep -c '^PASS' $(LOG))" -eq $(words $(BENCHES)) && ! grep -q '^FAIL' $(LOG)

# One module around all benches, so that the simulator builds once.
$(TOP): benches.mk $(FILES)
	@mkdir -p $(BUILD)
	@{ echo 'module benches;'; for bench in $(BENCHES); do echo "  $$bench of_$$bench ();"; done; echo 'endmodule'; } > $@

icarus: $(TOP)
	@$(ICARUS) -s benches -o $(BUILD)/benches.vvp $(TOP) $(MACROS)
	@vvp -n $(BUILD)/benches.vvp > $(LOG)

verilator: $(TOP)
	@$(VERILATE) --top-module benches --Mdir $(BUILD)/verilator -o benches $(TOP) $(MACROS) > $(BUILD)/verilator_build.log || { cat $(BUILD)/verilator_build.log; false; }
	@$(BUILD)/verilator/benches $(POWER_UP) > $(LOG)

waves: waves_$(SIM)

waves_icarus:
	@mkdir -p $(BUILD)
	@set -e; for bench in $(BENCHES); do \
	  $(ICARUS) -s $$bench -o $(BUILD)/$$bench.vvp $$bench.v $(MACROS); vvp -n $(BUILD)/$$bench.vvp +dump; done

waves_verilator:
	@mkdir -p $(BUILD); set -e; for bench in $(BENCHES); do \
	  $(VERILATE) --trace --top-module $$bench --Mdir $(BUILD)/$$bench -o $$bench $$bench.v $(MACROS) > $(BUILD)/$$bench.log || { cat $(BUILD)/$$bench.log; false; }; \
	  $(BUILD)/$$bench/$$bench +dump $(POWER_UP); done

clean:
	@rm -rf $(BUILD) $(BENCHES:=.vcd)
