# Stands in for Vivado: `tclsh vivado.tcl SCRIPT` runs the script and prints the IP that it describes, a fact
# a line. Names that nothing has made, and commands that the script is not known to use, are errors.

set interfaces {}
set facts {}

proc fact {args} { lappend ::facts $args }
proc known {name} {
    if {$name ni $::interfaces} { error "no interface $name" }
    return $name
}
proc create_project {args} { fact project {*}$args }
proc add_files {option files} {
    foreach file $files {
        if {![file exists $file]} { error "no file $file" }
        fact file [file tail $file]
    }
}
proc current_fileset {} { return sources_1 }
proc update_compile_order {option fileset} {}
proc get_parts {} { return {xc7a35t xc7a100t xczu3eg} }
proc get_property {name object} {
    switch $name {
        FAMILY { return {artix7 artix7 zynquplus} }
        NAME { return [lindex $object end] }
    }
    error "no property $name"
}
proc set_property {name value object} { fact set {*}$object $name $value }
proc close_project {} {}

namespace eval ipx {
    proc package_project {args} { fact package {*}$args }
    proc current_core {} { return core }
    proc remove_all_bus_interface {core} { set ::interfaces {} }
    proc get_memory_maps {name option core} { return [list "map [string map {* guessed} $name]"] }
    proc remove_memory_map {name core} { fact removed $name }
    proc add_bus_interface {name core} { lappend ::interfaces $name }
    proc get_bus_interfaces {name option core} { return [list interface [known $name]] }
    proc add_port_map {signal interface} { known [lindex $interface 1] }
    proc get_port_maps {signal option interface} { return [list {*}$interface signal $signal] }
    proc add_bus_parameter {name interface} { known [lindex $interface 1] }
    proc get_bus_parameters {name option interface} { return [list {*}$interface parameter $name] }
    proc add_memory_map {name core} {}
    proc add_address_block {name map} {}
    proc get_address_blocks {name option map} { return [list block $name] }
    foreach last {create_xgui_files update_checksums check_integrity save_core} {
        proc $last {core} [list fact $last]
    }
}

source [lindex $argv 0]
puts [join $facts "\n"]
