// Drives lanebeat_core under Icarus: obeys commands on standard input, answers on standard output. The protocol is in
// protocol.rs. Sizes come as parameters; build.rs declares and connects the ports of the configuration's core.
`timescale 1ns/1ns
module driver;
  // Parts of a wave that retire one after the other: one, or a row a beat.
  parameter RETIRED_ROWS = 1;
  parameter WAVES = 8;
  parameter SLOT_CYCLES = 4;
  // Cycles in which something must happen.
  parameter PATIENCE = 256;
  // Instructions of all waves together.
  parameter CAPACITY = 65536;
  localparam STANDARD_INPUT = 32'h8000_0000;
  localparam END_OF_FILE = -1;

  // The core and its ports.

  // The instructions of wave w are words[first[w]] to words[first[w] + length[w] - 1].
  reg [127:0] words [0:CAPACITY-1];
  integer first [0:WAVES-1];
  integer length [0:WAVES-1];
  integer next [0:WAVES-1];
  integer left [0:WAVES-1];

  // Cycles since reset in which the instructions that have not retired were issued, in turn.
  reg [63:0] issued [0:255];
  reg [7:0] issued_first;
  reg [7:0] issued_end;

  integer now;
  integer command;
  integer fields;
  integer wave;
  integer count;
  integer passes;
  integer unretired;
  integer rows;
  integer start;
  integer last_event;
  integer last_wave;
  integer distance;
  integer is_taken;
  integer is_illegal;
  reg [31:0] argument;
  reg [31:0] beat_argument;
  reg [127:0] word;
  // Characters of the path of a dump.
  reg [8*4096-1:0] path;

  // One clock edge; the outputs have settled before and behind it.
  task step;
    begin
      clock = 1'b1;
      #5 clock = 1'b0;
      #5 now = now + 1;
    end
  endtask

  task start_over;
    begin
      issue_valid = 1'b0;
      host_valid = 1'b0;
      reset = 1'b1;
      #1 step;
      reset = 1'b0;
      #1 now = 0;
    end
  endtask

  // Waits until the host port grants the access.
  task access(input writes);
    begin
      fields = $fscanf(STANDARD_INPUT, "%h %h %h", host_wave, argument, beat_argument);
      if (writes) fields = $fscanf(STANDARD_INPUT, "%h", host_write_data);
      host_entry = argument;
      host_beat = beat_argument;
      host_write = writes;
      host_valid = 1'b1;
      start = now;
      #1;
      while (host_ready !== 1'b1) begin
        if (now - start > PATIENCE) $finish;
        step;
      end
      step;
      host_valid = 1'b0;
      #1;
    end
  endtask

  task program;
    begin
      fields = $fscanf(STANDARD_INPUT, "%h %h", wave, count);
      first[wave] = wave == 0 ? 0 : first[wave-1] + length[wave-1];
      length[wave] = count;
      for (count = 0; count < length[wave]; count = count + 1) begin
        fields = $fscanf(STANDARD_INPUT, "%h", word);
        words[first[wave] + count] = word;
      end
    end
  endtask

  // Offers the instructions of the waves in turn, beginning behind last_wave, until one is taken.
  task offer;
    begin
      is_taken = 0;
      for (distance = 1; distance <= WAVES && !is_taken && !is_illegal; distance = distance + 1) begin
        wave = (last_wave + distance) % WAVES;
        if (left[wave] > 0) begin
          issue_valid = 1'b1;
          issue_instruction = words[first[wave] + next[wave]];
          issue_wave = wave;
          #1;
          is_illegal = issue_illegal !== 1'b0;
          is_taken = issue_ready !== 1'b0 && !is_illegal;
        end
      end
      if (is_illegal) last_wave = wave;
      if (is_taken) begin
        left[wave] = left[wave] - 1;
        next[wave] = next[wave] + 1 == length[wave] ? 0 : next[wave] + 1;
        last_wave = wave;
        last_event = now;
        issued[issued_end] = now;
        issued_end = issued_end + 8'd1;
      end
    end
  endtask

  // The instruction goes away too: the core must have taken it when it said so.
  task withdraw;
    begin
      issue_valid = 1'b0;
      issue_instruction = 128'd0;
      issue_wave = 0;
    end
  endtask

  // Dumps the core's signals from now on; - ends nothing, since the end of the simulation does.
  task trace;
    begin
      fields = $fscanf(STANDARD_INPUT, "%s", path);
      if (path != "-") begin
        $dumpfile(path);
        $dumpvars(0, core);
      end
      $display("d %h", now);
      $fflush;
    end
  endtask

  // Shows the waves that have instructions left.
  task show_running;
    for (count = 0; count < WAVES; count = count + 1)
      running[count] = left[count] > 0;
  endtask

  task retire;
    begin
      last_event = now;
      $display("t %h %h %h %h %h %h %b %b %h", now - start, issued[issued_first], retire_wave, retire_writes_register, retire_destination,
        retire_mask_destination, retire_written, retire_mask, retire_result);
      rows = rows + 1 == RETIRED_ROWS ? 0 : rows + 1;
      if (rows == 0) begin
        unretired = unretired - 1;
        issued_first = issued_first + 8'd1;
      end
    end
  endtask

  // Issues every wave's instructions `passes` times over, round robin between the waves that are ready.
  task run;
    begin
      fields = $fscanf(STANDARD_INPUT, "%h", passes);
      while (now % SLOT_CYCLES != 0) step;
      unretired = 0;
      for (wave = 0; wave < WAVES; wave = wave + 1) begin
        next[wave] = 0;
        left[wave] = passes * length[wave];
        unretired = unretired + left[wave];
      end
      start = now;
      last_event = now;
      last_wave = WAVES - 1;
      is_illegal = 0;
      issued_first = 8'd0;
      issued_end = 8'd0;
      show_running;
      while (unretired > 0 && !is_illegal && now - last_event <= PATIENCE) begin
        if (now % SLOT_CYCLES == 0) offer;
        #1;
        if (retire_valid !== 1'b0) retire;
        step;
        withdraw;
        show_running;
        #1;
      end
      if (is_illegal) $display("i %h", last_wave);
      else if (unretired > 0) $display("s %h", now - start);
      else $display("d %h", now - start);
      $fflush;
    end
  endtask

  initial begin
    clock = 1'b0;
    rows = 0;
    running = 0;
    withdraw;
    for (wave = 0; wave < WAVES; wave = wave + 1) begin
      first[wave] = 0;
      length[wave] = 0;
      left[wave] = 0;
    end
    command = $fgetc(STANDARD_INPUT);
    while (command != END_OF_FILE) begin
      case (command)
        "z": start_over;
        "w": access(1'b1);
        "r": begin
          access(1'b0);
          $display("r %h", host_read_data);
          $fflush;
        end
        "p": program;
        "g": run;
        "t": trace;
      endcase
      command = command == "e" ? END_OF_FILE : $fgetc(STANDARD_INPUT);
    end
    $finish;
  end
endmodule
