"use strict";
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const settings = workspace.getConfiguration("lanebeat");
  const server = { command: settings.get("command"), args: ["language-server", ...settings.get("arguments")] };
  const documentSelector = ["lanebeat", "lanebeat-listing"].map((language) => ({ language }));
  client = new LanguageClient("lanebeat", "Lanebeat", server, { documentSelector });
  return client.start();
};

exports.deactivate = () => client?.stop();
