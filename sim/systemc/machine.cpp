// machine.cpp: bus transfers, debug reads and the clock of the TLM-2.0 module.
#include "sim/systemc/machine.h"

#include <algorithm>
#include <cstring>

#include "sim/systemc/map.h"

namespace rg
{

using sc_core::sc_time;
using tlm::tlm_generic_payload;

Machine::Machine(sc_core::sc_module_name name, sc_time period)
    : sc_module(name), bus("bus"), interrupt("interrupt"), memory("memory"), period_(period)
{
    renew();
    if (period == sc_core::SC_ZERO_TIME)
        SC_REPORT_ERROR("/retrograd/machine", "the clock period must not be zero");
    bus.register_b_transport(this, &Machine::transport);
    bus.register_transport_dbg(this, &Machine::debug);
    bus.register_get_direct_mem_ptr(this, &Machine::direct);
    SC_HAS_PROCESS(Machine);
    SC_METHOD(tick);
}

// A core of its own, which looks into the host's memory through the socket.
void Machine::renew()
{
    core_ = std::make_unique<Core>();
    core_->share(
        [](void *self, uint64_t address, uint64_t words[2]) {
            return static_cast<Machine *>(self)->look(address, words);
        },
        [](void *self, uint64_t address, const uint64_t words[2], unsigned which) {
            return static_cast<Machine *>(self)->put(address, words, which);
        },
        this);
}

rg_bus_response Machine::ask_memory(tlm_generic_payload &beat, uint64_t address, uint64_t words[2])
{
    if (memory.size() == 0)
        return RG_BUS_DECERR;
    sc_time delay;
    beat.set_address(address);
    beat.set_data_ptr(reinterpret_cast<unsigned char *>(words));
    beat.set_data_length(RG_BEAT_BYTES);
    beat.set_streaming_width(RG_BEAT_BYTES);
    memory->b_transport(beat, delay);
    return beat.is_response_ok()                                           ? RG_BUS_OKAY
           : beat.get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE ? RG_BUS_DECERR
                                                                           : RG_BUS_SLVERR;
}

rg_bus_response Machine::look(uint64_t address, uint64_t words[2])
{
    tlm_generic_payload beat;
    beat.set_command(tlm::TLM_READ_COMMAND);
    return ask_memory(beat, address, words);
}

rg_bus_response Machine::put(uint64_t address, const uint64_t words[2], unsigned which)
{
    tlm_generic_payload beat;
    uint64_t data[2] = {words[0], words[1]}, enables[2] = {0, 0};
    for (unsigned i = 0; i < 2; i++)
        enables[i] = which >> i & 1 ? std::numeric_limits<uint64_t>::max() : 0;
    beat.set_command(tlm::TLM_WRITE_COMMAND);
    beat.set_byte_enable_ptr(reinterpret_cast<unsigned char *>(enables));
    beat.set_byte_enable_length(RG_BEAT_BYTES);
    return ask_memory(beat, address, data);
}

void Machine::set_run_ahead(uint64_t cycles)
{
    run_ahead_ = std::max<uint64_t>(cycles, 1);
    wake_.notify(sc_core::SC_ZERO_TIME);
}

void Machine::set_clock_limit(uint64_t cycle)
{
    const uint64_t now = cycle_at(sc_core::sc_time_stamp());
    if (at_ >= limit_) // the clock stood still: what has passed is not made up for
        at_ = std::max(at_, now);
    limit_ = cycle;
    wake_.notify(sc_core::SC_ZERO_TIME);
}

void Machine::reset(sc_time &delay)
{
    catch_up(sc_core::sc_time_stamp() + delay);
    at_ += core_->reset();
    note_edge();
    wake_.notify(sc_core::SC_ZERO_TIME);
    delay = time_of(at_) - sc_core::sc_time_stamp();
}

void Machine::power_cycle()
{
    renew();
    note_edge();
    wake_.notify(sc_core::SC_ZERO_TIME);
}

// ---- time ----

void Machine::note_edge()
{
    if (core_->interrupt() != level_) {
        level_ = !level_;
        edges_.push_back({at_, level_});
    }
}

// An idle core changes nothing, so its clock is not computed.
void Machine::clock(uint64_t count)
{
    while (count > 0 && !core_->idle()) {
        const uint64_t passed = core_->clock(count);
        at_ += passed;
        count -= passed;
        note_edge();
    }
    at_ += count;
}

// The first clock edge that is not before time, or where the core stands already.
void Machine::catch_up(const sc_time &time)
{
    const uint64_t cycle = (time.value() + period_.value() - 1) / period_.value();
    if (cycle > at_)
        clock(cycle - at_);
}

// Shows the changes of the interrupt line that are due; true when there were any.
bool Machine::show_edges(uint64_t now)
{
    const bool due = !edges_.empty() && edges_.front().cycle <= now;
    for (; !edges_.empty() && edges_.front().cycle <= now; edges_.pop_front())
        interrupt.write(edges_.front().level);
    return due;
}

// The clock: computes the core up to the kernel's time and ahead of it, and wakes where something
// is to be shown or computed. Where the interrupt line has changed it computes nothing more at this
// time, so that whoever listens can stop the kernel.
void Machine::tick()
{
    const uint64_t now = cycle_at(sc_core::sc_time_stamp());
    if (show_edges(now)) {
        next_trigger(period_, wake_);
        return;
    }
    if (at_ < std::min(now, limit_)) {
        clock(std::min(now, limit_) - at_);
        show_edges(now);
    }
    if (at_ == now && now < limit_ && !core_->idle()) {
        at_ += core_->clock(level_ ? 1 : std::min(run_ahead_, limit_ - now));
        note_edge();
    }
    if (!edges_.empty() || at_ > now)
        next_trigger(
            time_of(edges_.empty() ? at_ : edges_.front().cycle) - sc_core::sc_time_stamp(), wake_);
    else
        next_trigger(wake_);
}

// ---- bus ----

static tlm::tlm_response_status status_of(rg_bus_response response, uint32_t address, bool write)
{
    switch (response) {
    case RG_BUS_OKAY: return tlm::TLM_OK_RESPONSE;
    case RG_BUS_DECERR: return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    default: break;
    }
    const Access never = write ? RO : WO;
    return access_of(address) == never ? tlm::TLM_COMMAND_ERROR_RESPONSE
                                       : tlm::TLM_GENERIC_ERROR_RESPONSE;
}

// What the payload asks for that the bus cannot carry; TLM_OK_RESPONSE when it is one whole word.
static tlm::tlm_response_status fault_of(const tlm_generic_payload &transfer)
{
    if (transfer.get_address() > std::numeric_limits<uint32_t>::max())
        return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    if (transfer.get_byte_enable_ptr())
        return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    if (transfer.get_data_length() != WORD_BYTES || transfer.get_streaming_width() < WORD_BYTES)
        return tlm::TLM_BURST_ERROR_RESPONSE;
    return transfer.get_data_ptr() ? tlm::TLM_OK_RESPONSE : tlm::TLM_GENERIC_ERROR_RESPONSE;
}

void Machine::transport(tlm_generic_payload &transfer, sc_time &delay)
{
    transfer.set_dmi_allowed(false);
    transfer.set_response_status(fault_of(transfer));
    if (!transfer.is_response_ok() || transfer.get_command() == tlm::TLM_IGNORE_COMMAND)
        return;

    const uint32_t address = static_cast<uint32_t>(transfer.get_address());
    const bool write = transfer.is_write();
    uint64_t word = 0;
    const Protection *protection = transfer.get_extension<Protection>();
    core_->protect(!protection || protection->privileged, !protection || protection->secure);
    catch_up(sc_core::sc_time_stamp() + delay);
    if (write)
        std::memcpy(&word, transfer.get_data_ptr(), sizeof word);
    const Core::Transfer done = write ? core_->write(address, word) : core_->read(address, word);
    if (!write && done.response == RG_BUS_OKAY)
        std::memcpy(transfer.get_data_ptr(), &word, sizeof word);
    at_ += done.cycles;
    note_edge();
    wake_.notify(sc_core::SC_ZERO_TIME);
    transfer.set_response_status(status_of(done.response, address, write));
    delay = time_of(at_) - sc_core::sc_time_stamp();
}

// Reads any bytes, without a clock, and without a trace in counters or ledger. Writes are refused:
// a write over a word that is not zero erases, and must be billed.
unsigned Machine::debug(tlm_generic_payload &transfer)
{
    const uint64_t begin = transfer.get_address();
    const unsigned length = transfer.get_data_length();
    unsigned char *data = transfer.get_data_ptr();
    if (!transfer.is_read() || !data || begin > std::numeric_limits<uint32_t>::max())
        return 0;

    unsigned copied = 0;
    while (copied < length && begin + copied <= std::numeric_limits<uint32_t>::max()) {
        const uint32_t address = static_cast<uint32_t>(begin + copied),
                       within = address % WORD_BYTES;
        const unsigned part = std::min<unsigned>(WORD_BYTES - within, length - copied);
        uint64_t word = 0;
        if (!core_->peek(address - within, word))
            break;
        std::memcpy(data + copied, reinterpret_cast<const unsigned char *>(&word) + within, part);
        copied += part;
    }
    transfer.set_response_status(copied ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return copied;
}

// Every access is billed or refused by the machine itself, so no pointer into it is given away.
bool Machine::direct(tlm_generic_payload &, tlm::tlm_dmi &memory)
{
    memory.init();
    return false;
}

} // namespace rg
