// Drives lanebeat_core under Verilator: obeys commands on standard input, answers on standard output. The protocol is in
// protocol.rs; `machine.h` is generated with the sizes of this build.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <vector>

#include "Vlanebeat_core.h"
#include "machine.h"
#include "verilated.h"
#if VM_TRACE_FST
#include "verilated_fst_c.h"
using Dump = VerilatedFstC;
#elif VM_TRACE
#include "verilated_vcd_c.h"
using Dump = VerilatedVcdC;
#endif

// Word n (32 bits) of a port of any width.
template <class Port> uint32_t word_of(const Port& port, int n) { return static_cast<uint64_t>(port) >> (32 * n); }
template <std::size_t Words> uint32_t word_of(const VlWide<Words>& port, int n) { return port[n]; }

template <class Port> void set_word(Port& port, int n, uint32_t word) {
    uint64_t mask = uint64_t{0xffffffff} << (32 * n);
    port = (static_cast<uint64_t>(port) & ~mask) | static_cast<uint64_t>(word) << (32 * n);
}
template <std::size_t Words> void set_word(VlWide<Words>& port, int n, uint32_t word) { port[n] = word; }

template <class Port> bool bit_of(const Port& port, int n) { return word_of(port, n / 32) >> (n % 32) & 1; }

// The core with its clock. Inputs hold until they are set again; who sets one says so with `touch`.
class Core {
  public:
    VerilatedContext context;
    Vlanebeat_core top{&context};
    uint64_t now = 0;  // cycles since reset

    Core() {
#if HAS_ENABLE
        top.clock_enable = 1;
#endif
#if VM_TRACE
        context.traceEverOn(true);
#endif
    }

    ~Core() { trace_to(nullptr); }

    void reset() {
        top.clock = top.issue_valid = top.host_valid = 0;
        top.RESET = RESET_LEVEL;
        touch();
        step();
        top.RESET = !RESET_LEVEL;
        touch();
        now = 0;
    }

    void touch() { is_settled = false; }

    // Lets the outputs follow the inputs.
    void settle() {
        if (!is_settled) top.eval();
        is_settled = true;
    }

    void step() {
        settle();
        dump();
        top.clock = 1;
        top.eval();
        context.timeInc(5);
        dump();
        top.clock = 0;
        context.timeInc(5);
        is_settled = false;
        now++;
    }

    // The dump at `path`, or no longer any.
    void trace_to(const char* path) {
#if VM_TRACE
        if (waveform) waveform->close();
        waveform.reset();
        if (!path) return;
        waveform = std::make_unique<Dump>();
        top.trace(waveform.get(), 99);
        waveform->open(path);
#endif
    }

  private:
    bool is_settled = false;
#if VM_TRACE
    std::unique_ptr<Dump> waveform;
    void dump() { if (waveform) waveform->dump(context.time()); }
#else
    void dump() {}
#endif
};

// What the retirements of a wave amount to, and the marks after 1, 2, 4, ... passes (checksum.rs says the same in Rust).
struct Checksum {
    static constexpr uint64_t BASIS = 0xcbf29ce484222325;
    uint64_t hashes[4] = {BASIS, BASIS, BASIS, BASIS}, retired = 0, next_mark = 0;
    std::vector<uint64_t> marks;

    static uint64_t hash(uint64_t so_far, uint64_t value) { return (so_far ^ value) * 0x100000001b3; }

    void add(int chain, uint64_t value) { hashes[chain % 4] = hash(hashes[chain % 4], value); }

    void end_of_instruction() {
        if (++retired != next_mark) return;
        uint64_t all = BASIS;
        for (uint64_t one : hashes) all = hash(all, one);
        marks.push_back(all);
        next_mark *= 2;
    }
};

// The instructions of a wave and how far it has come.
struct Queue {
    std::vector<uint32_t> words;  // four to an instruction
    uint64_t next = 0, end = 0;
    std::size_t place = 0;  // of the next instruction in `words`
};

class Driver {
  public:
    void obey() {
        for (int command; (command = std::getchar()) != EOF;) {
            switch (command) {
                case 'z': core.reset(); break;
                case 'w': write(); break;
                case 'r': read(); break;
                case 'p': program(); break;
                case 'g': run(true); break;
                case 'q': run(false); break;
                case 't': trace(); break;
                case 'e': return;
                default: break;  // white space
            }
        }
    }

  private:
    Core core;
    Queue queues[WAVES];
    Checksum checksums[WAVES];
    std::deque<uint64_t> issued;  // cycles since reset in which the instructions that have not retired were issued
    int row = 0;  // rows that an instruction has retired so far

    static uint64_t number() {
        unsigned long long value = 0;
        if (std::scanf("%llx", &value) != 1) std::exit(3);
        return value;
    }

    // Hexadecimal digits, the highest first, into `count` words.
    static void words(uint32_t* target, int count) {
        for (int n = count - 1; n >= 0; n--)
            if (std::scanf("%8x", &target[n]) != 1) std::exit(3);
    }

    // The last line of an answer.
    static void finish(char kind, uint64_t value) {
        std::printf("%c %llx\n", kind, static_cast<unsigned long long>(value));
        std::fflush(stdout);
    }

    // Waits until the host port grants the access.
    void access(bool writes) {
        uint64_t wave = number(), entry = number(), beat = number();
        uint32_t row[LANES];
        if (writes) words(row, LANES);
        for (int lane = 0; writes && lane < LANES; lane++) set_word(core.top.host_write_data, lane, row[lane]);
        core.top.host_valid = 1;
        core.top.host_write = writes;
        core.top.host_entry = entry;
#if HAS_WAVES
        core.top.host_wave = wave;
#endif
#if HAS_BEATS
        core.top.host_beat = beat;
#endif
        (void)wave, (void)beat;
        core.touch();
        uint64_t patience = core.now + PATIENCE;
        for (core.settle(); !core.top.host_ready; core.settle()) {
            if (core.now >= patience) std::exit(4);
            core.step();
        }
        core.step();
        core.top.host_valid = 0;
        core.touch();
    }

    void write() { access(true); }

    void read() {
        access(false);
        core.settle();
        std::printf("r ");
        for (int lane = LANES - 1; lane >= 0; lane--) std::printf("%08x", word_of(core.top.host_read_data, lane));
        std::putchar('\n');
        std::fflush(stdout);
    }

    void program() {
        Queue& queue = queues[number()];
        queue.words.resize(4 * number());
        for (std::size_t n = 0; n < queue.words.size(); n += 4) words(&queue.words[n], 4);
    }

    void trace() {
        char path[4096];
        if (std::scanf(" %4095[^\n]", path) != 1) std::exit(3);
        core.trace_to(std::strcmp(path, "-") == 0 ? nullptr : path);
        finish('d', core.now);
    }

    // Issues every wave's instructions `passes` times over, round robin between the waves that are ready.
    void run(bool tells) {
        uint64_t passes = number(), unretired = 0;
        while (core.now % SLOT_CYCLES != 0) core.step();
        for (int wave = 0; wave < WAVES; wave++) {
            Queue& queue = queues[wave];
            uint64_t length = queue.words.size() / 4;
            queue.next = queue.place = 0;
            queue.end = passes * length;
            unretired += queue.end;
            checksums[wave] = Checksum{};
            checksums[wave].next_mark = length;
        }
        uint64_t start = core.now, last_event = core.now;
        int last_wave = WAVES - 1;
        issued.clear();
        show_running();
        while (unretired > 0) {
            bool is_event = core.now % SLOT_CYCLES == 0 && offer(last_wave);
            if (is_illegal) return finish('i', last_wave);
            core.settle();
            if (core.top.retire_valid) {
                is_event = true;
                retire(core.now - start, tells);
                if (row == 0) {
                    unretired--;
                    if (!issued.empty()) issued.pop_front();
                }
            }
            if (is_event) last_event = core.now;
            if (core.now - last_event > PATIENCE) return finish('s', core.now - start);
            core.step();
            withdraw();
            show_running();
        }
        if (!tells) tell_marks();
        finish('d', core.now - start);
    }

    bool is_illegal = false;

    // Offers the instructions of the waves in turn, beginning behind `last_wave`, until one is taken.
    bool offer(int& last_wave) {
        for (int distance = 1; distance <= WAVES; distance++) {
            int wave = (last_wave + distance) % WAVES;
            Queue& queue = queues[wave];
            if (queue.next == queue.end) continue;
            core.top.issue_valid = 1;
            std::memcpy(&core.top.issue_instruction[0], &queue.words[queue.place], 16);
#if HAS_WAVES
            core.top.issue_wave = wave;
#endif
            core.touch();
            core.settle();
            is_illegal = core.top.issue_illegal;
            if (!core.top.issue_ready && !is_illegal) continue;
            issued.push_back(core.now);
            queue.next++;
            queue.place = queue.place + 4 == queue.words.size() ? 0 : queue.place + 4;
            last_wave = wave;
            return true;
        }
        return false;
    }

    // The instruction goes away too: the core must have taken it when it said so.
    void withdraw() {
        core.top.issue_valid = 0;
        std::memset(&core.top.issue_instruction[0], 0, 16);
#if HAS_WAVES
        core.top.issue_wave = 0;
#endif
        core.touch();
    }

    // Shows the waves that have instructions left.
    void show_running() {
#if HAS_BARRIERS
        uint32_t running = 0;
        for (int wave = 0; wave < WAVES; wave++)
            running |= static_cast<uint32_t>(queues[wave].next != queues[wave].end) << wave;
        core.top.running = running;
        core.touch();
#endif
    }

    // What the retire port shows: a wave, or a row of it. `row` is 0 again behind the last.
    void retire(uint64_t cycle, bool tells) {
#if HAS_WAVES
        int wave = core.top.retire_wave;
#else
        int wave = 0;
#endif
        if (tells)
            tell(cycle, wave);
        else
            add(checksums[wave]);
        row = (row + 1) * RETIRED < THREADS ? row + 1 : 0;
        if (row == 0 && !tells) checksums[wave].end_of_instruction();
    }

    void tell(uint64_t cycle, int wave) {
        const Vlanebeat_core& top = core.top;
        uint64_t since = issued.empty() ? 0 : issued.front();
        std::printf("t %llx %llx %x %x %x %x ", static_cast<unsigned long long>(cycle), static_cast<unsigned long long>(since),
                    wave, top.retire_writes_register, top.retire_destination, top.retire_mask_destination);
        for (int n = RETIRED - 1; n >= 0; n--) std::putchar('0' + bit_of(top.retire_written, n));
        std::putchar(' ');
        for (int n = RETIRED - 1; n >= 0; n--) std::putchar('0' + bit_of(top.retire_mask, n));
        std::putchar(' ');
        for (int n = RETIRED - 1; n >= 0; n--) std::printf("%08x", word_of(top.retire_result, n));
        std::putchar('\n');
    }

    void add(Checksum& checksum) {
        const Vlanebeat_core& top = core.top;
        if (row == 0) {
            checksum.add(0, top.retire_writes_register ? top.retire_destination + 1 : 0);
            checksum.add(1, top.retire_mask_destination == NO_MASK ? 0 : top.retire_mask_destination + 1);
        }
        for (int n = 0; n < RETIRED; n++) {
            uint64_t value = 0;
            if (bit_of(top.retire_written, n)) {
                value = uint64_t{1} << 33;
                if (top.retire_mask_destination != NO_MASK) value |= static_cast<uint64_t>(bit_of(top.retire_mask, n)) << 32;
                if (top.retire_writes_register) value |= word_of(top.retire_result, n);
            }
            checksum.add(row * RETIRED + n, value);
        }
    }

    // Sums over the waves, so that the order between waves does not matter.
    void tell_marks() {
        for (std::size_t mark = 0;; mark++) {
            uint64_t sum = 0;
            bool is_there = false;
            for (const Checksum& checksum : checksums) {
                if (mark >= checksum.marks.size()) continue;
                is_there = true;
                sum += checksum.marks[mark];
            }
            if (!is_there) return;
            std::printf("c %llx\n", static_cast<unsigned long long>(sum));
        }
    }
};

int main() {
    Driver driver;
    driver.obey();
}
