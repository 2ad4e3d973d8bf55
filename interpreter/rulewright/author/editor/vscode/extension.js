// The client of `rulewright lsp`. It knows nothing of rules: it starts the server and the commands of the program.
"use strict";

const fs = require("fs");
const net = require("net");
const path = require("path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const PORT = 8377;
const TRIES = 60;
let client;
let terminal;

function command() {
  const said = vscode.workspace.getConfiguration("rulewright").get("command");
  return Array.isArray(said) && said.length ? said : ["rulewright"];
}

function folder() {
  const editor = vscode.window.activeTextEditor;
  const file = editor && editor.document.uri.scheme === "file" ? editor.document.uri.fsPath : "";
  for (let at = path.dirname(file); file && at !== path.dirname(at); at = path.dirname(at)) {
    if (["ruleset.yaml", "module.yaml"].some((name) => fs.existsSync(path.join(at, name)))) {
      const above = path.dirname(at);
      return fs.existsSync(path.join(above, "ruleset.yaml")) ? above : at;
    }
  }
  return undefined;
}

function run(...words) {
  const at = folder();
  if (at === undefined) {
    vscode.window.showWarningMessage("Open a file of a ruleset first.");
    return false;
  }
  if (terminal) terminal.dispose();
  const [program, ...more] = command();
  terminal = vscode.window.createTerminal({
    name: "Rulewright", shellPath: program, shellArgs: [...more, ...words, "."], cwd: at,
  });
  terminal.show(true);
  return true;
}

function listening(port, tries) {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.on("connect", () => { socket.destroy(); resolve(true); });
    socket.on("error", () => {
      if (tries === 0) resolve(false);
      else setTimeout(() => resolve(listening(port, tries - 1)), 500);
    });
  });
}

async function playBeside() {
  if (run("serve", "--port", String(PORT)) && await listening(PORT, TRIES)) {
    await vscode.commands.executeCommand("simpleBrowser.show", `http://127.0.0.1:${PORT}/`);
  }
}

async function told(name, words, next) {
  const answer = await next(name, words);
  if (name === "rulewright.whatChanges" && typeof answer === "string") {
    const document = await vscode.workspace.openTextDocument({ content: answer, language: "diff" });
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }
  return answer;
}

async function activate(context) {
  const [program, ...more] = command();
  const kept = (name, work) => context.subscriptions.push(vscode.commands.registerCommand(name, work));
  kept("rulewright.check", () => run("check"));
  kept("rulewright.test", () => run("test"));
  kept("rulewright.playBeside", playBeside);
  client = new LanguageClient(
    "rulewright", "Rulewright", { command: program, args: [...more, "lsp"] },
    { documentSelector: [{ scheme: "file", language: "yaml" }], middleware: { executeCommand: told } },
  );
  await client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
