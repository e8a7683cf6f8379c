// The platform's calls that Swift's Glibc module does not offer, and the few lines of code that
// must be C: thread-local state and the publication of a recording's entries.
#pragma once

#include "crash_handler.h"
#include "launched_process.h"
#include "process_facts.h"
#include "recording_ring.h"
#include "system_calls.h"
