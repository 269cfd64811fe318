# HEAD
# `vivado -mode batch -source lanebeat_system_package.tcl` writes the IP into the folder lanebeat_system_ip
# next to this file. Block designs find it by the project's ip_repo_paths. A second run writes it anew.

set here [file dirname [file normalize [info script]]]
set folder [file join $here lanebeat_system_ip]
set list [open [file join $here files.f]]
set files {}
foreach name [split [string trim [read $list]] "\n"] {
    lappend files [file join $here $name]
}
close $list

create_project -force lanebeat_system [file join $folder project]
add_files -norecurse $files
set_property top lanebeat_system [current_fileset]
update_compile_order -fileset sources_1

ipx::package_project -root_dir $folder -vendor lanebeat.generated -library user -taxonomy /UserIP -import_files -force
set core [ipx::current_core]
set_property name lanebeat_system $core
set_property version $version $core
set_property display_name lanebeat_system $core
set_property description "A SIMT core behind an AXI4-Lite slave" $core
set families {}
foreach family [lsort -unique [get_property FAMILY [get_parts]]] {
    lappend families $family Production
}
set_property supported_families $families $core

# What Vivado has inferred by names is made anew, so that nothing depends on its guesses.
ipx::remove_all_bus_interface $core
foreach map [ipx::get_memory_maps * -of_objects $core] {
    ipx::remove_memory_map [get_property NAME $map] $core
}

# An interface of one kind; `ports` has pairs of a signal of that kind and a port.
proc add_interface {name mode kind ports} {
    set core [ipx::current_core]
    ipx::add_bus_interface $name $core
    set interface [ipx::get_bus_interfaces $name -of_objects $core]
    set_property abstraction_type_vlnv "xilinx.com:${kind}_rtl:1.0" $interface
    set_property bus_type_vlnv "xilinx.com:${kind}:1.0" $interface
    set_property interface_mode $mode $interface
    foreach {signal port} $ports {
        ipx::add_port_map $signal $interface
        set_property physical_name $port [ipx::get_port_maps $signal -of_objects $interface]
    }
}

proc set_parameter {interface name value} {
    set interface [ipx::get_bus_interfaces $interface -of_objects [ipx::current_core]]
    ipx::add_bus_parameter $name $interface
    set_property value $value [ipx::get_bus_parameters $name -of_objects $interface]
}

set ports {}
foreach signal {
    AWVALID AWREADY AWADDR WVALID WREADY WDATA WSTRB BVALID BREADY BRESP
    ARVALID ARREADY ARADDR RVALID RREADY RDATA RRESP
} {
    lappend ports $signal s_axi_[string tolower $signal]
}
add_interface s_axi slave interface:aximm $ports
set_parameter s_axi PROTOCOL AXI4LITE
add_interface clock slave signal:clock {CLK clock}
set_parameter clock ASSOCIATED_BUSIF s_axi
set_parameter clock ASSOCIATED_RESET $reset
add_interface $reset slave signal:reset [list RST $reset]
set_parameter $reset POLARITY $polarity
if {$has_clock_enable} {
    add_interface clock_enable slave signal:clockenable {CE clock_enable}
    set_parameter clock_enable POLARITY ACTIVE_HIGH
    set_parameter clock ASSOCIATED_CLKEN clock_enable
}
add_interface interrupt_request master signal:interrupt {INTERRUPT interrupt_request}
set_parameter interrupt_request SENSITIVITY LEVEL_HIGH

ipx::add_memory_map s_axi $core
set_property slave_memory_map_ref s_axi [ipx::get_bus_interfaces s_axi -of_objects $core]
set map [ipx::get_memory_maps s_axi -of_objects $core]
ipx::add_address_block registers $map
set block [ipx::get_address_blocks registers -of_objects $map]
set_property range $bytes $block
set_property width 32 $block

ipx::create_xgui_files $core
ipx::update_checksums $core
ipx::check_integrity $core
ipx::save_core $core
close_project
