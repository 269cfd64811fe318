//! CMSIS-SVD 1.3, which debuggers show registers by and generators of drivers read.

use super::text::{self, PURPOSE, made_by};
use crate::config::Config;
use crate::rtl::{ADDRESS_BITS, AccessKind, Field, MAP, MapRow, WriteEffect};

pub const NAME: &str = "lanebeat_system.svd";

/// The description of a device with the one peripheral, at address 0.
pub fn device(config: &Config, command: &str) -> String {
    let (version, size) = (env!("CARGO_PKG_VERSION"), 1 << ADDRESS_BITS);
    let made = escaped(&made_by(command));
    let registers: String = MAP.iter().map(|row| register(config, row)).collect();
    format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<device schemaVersion="1.3" xmlns:xs="http://www.w3.org/2001/XMLSchema-instance" xs:noNamespaceSchemaLocation="CMSIS-SVD.xsd">
  <name>lanebeat_system</name>
  <version>{version}</version>
  <description>{PURPOSE}. {made}</description>
  <addressUnitBits>8</addressUnitBits>
  <width>32</width>
  <size>32</size>
  <peripherals>
    <peripheral>
      <name>LANEBEAT</name>
      <description>{PURPOSE}</description>
      <baseAddress>0x0</baseAddress>
      <addressBlock>
        <offset>0x0</offset>
        <size>{size:#x}</size>
        <usage>registers</usage>
      </addressBlock>
      <registers>
{registers}      </registers>
    </peripheral>
  </peripherals>
</device>
"#
    )
}

fn register(config: &Config, row: &MapRow) -> String {
    let words = (row.words)(config);
    let (array, index) = match row.size {
        "1" => (String::new(), ""),
        _ => (
            format!("          <dim>{words}</dim>\n          <dimIncrement>4</dimIncrement>\n"),
            "[%s]",
        ),
    };
    let access = match row.access {
        AccessKind::ReadOnly => "read-only",
        AccessKind::ReadWrite => "read-write",
    };
    let (name, description, offset) = (row.name, escaped(&text::register(row)), row.offset);
    let (reset, mask) = row.reset(config).map_or((0, 0), |reset| (reset, u32::MAX));
    let fields: String = row.fields.iter().map(|part| field(config, row, part)).collect();
    format!(
        r"        <register>
{array}          <name>{name}{index}</name>
          <description>{description}</description>
          <addressOffset>{offset:#x}</addressOffset>
          <access>{access}</access>
          <resetValue>{reset:#010x}</resetValue>
          <resetMask>{mask:#010x}</resetMask>
          <fields>
{fields}          </fields>
        </register>
"
    )
}

fn field(config: &Config, row: &MapRow, field: &Field) -> String {
    let (name, description) = (field.name, escaped(&text::field(row, field)));
    let (low, high) = (field.low, field.low + field.width(config) - 1);
    let effect = match (row.access, field.write) {
        (AccessKind::ReadOnly, _) | (_, WriteEffect::Value | WriteEffect::Pulse) => None,
        (_, WriteEffect::OneSets) => Some("oneToSet"),
        (_, WriteEffect::OneClears) => Some("oneToClear"),
    };
    let effect = effect.map_or(String::new(), |effect| {
        format!("              <modifiedWriteValues>{effect}</modifiedWriteValues>\n")
    });
    let value = |(name, value): &(&str, u32)| {
        format!(
            "                <enumeratedValue><name>{name}</name><value>{value}</value></enumeratedValue>\n"
        )
    };
    let values: String = field.values.iter().map(value).collect();
    let values = if values.is_empty() {
        values
    } else {
        format!("              <enumeratedValues>\n{values}              </enumeratedValues>\n")
    };
    format!(
        r"            <field>
              <name>{name}</name>
              <description>{description}</description>
              <bitRange>[{high}:{low}]</bitRange>
{effect}{values}            </field>
"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
