//! `lanebeat language-server`: errors, hovers and completion for an editor, by the Language Server
//! Protocol over standard input and output.

mod document;

use std::collections::HashMap;
use std::io;

use lsp_server::{Connection, ErrorCode, ExtractError, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _,
    PublishDiagnostics,
};
use lsp_types::request::{Completion, HoverRequest, Request as _};
use lsp_types::{
    CompletionOptions, CompletionResponse, HoverProviderCapability, PublishDiagnosticsParams,
    ServerCapabilities, TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::CliError;
use document::{Document, Vocabulary};
use lanebeat::config::Config;
use lanebeat::files::reason;

/// Answers until the editor says that it ends or goes away.
pub fn serve(config: Config) -> Result<(), CliError> {
    let (connection, threads) = Connection::stdio();
    let capabilities = serde_json::to_value(capabilities()).expect("names and numbers are JSON");
    if connection.initialize(capabilities).is_ok() {
        let mut server = Server {
            vocabulary: Vocabulary::new(&config),
            config,
            documents: HashMap::new(),
            pages: HashMap::new(),
        };
        for message in &connection.receiver {
            let answer = match message {
                Message::Request(request) => {
                    if connection.handle_shutdown(&request).unwrap_or(true) {
                        break;
                    }
                    Some(Message::Response(server.answer(request)))
                }
                Message::Notification(notification) => server.note(notification),
                Message::Response(_) => None,
            };
            if answer.is_some_and(|answer| connection.sender.send(answer).is_err()) {
                break;
            }
        }
    }
    drop(connection);
    match threads.join() {
        // The editor has gone, perhaps within a message.
        Err(error) if error.kind() == io::ErrorKind::Other => Err(CliError::Output(reason(&error))),
        _ => Ok(()),
    }
}

fn capabilities() -> ServerCapabilities {
    let triggers = [".", "_", ":"].map(str::to_owned).into();
    let completion =
        CompletionOptions { trigger_characters: Some(triggers), ..CompletionOptions::default() };
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(completion),
        ..ServerCapabilities::default()
    }
}

/// The documents that an editor has open, for the machine of `config`.
struct Server {
    config: Config,
    vocabulary: Vocabulary,
    documents: HashMap<Uri, Document>,
    /// Pages of operations that were asked for.
    pages: HashMap<String, String>,
}

impl Server {
    /// The answer to `request`.
    fn answer(&mut self, Request { id, method, params }: Request) -> Response {
        let Self { config, vocabulary, documents, pages } = self;
        let refused = |code, problem: String| Response::new_err(id.clone(), code as i32, problem);
        let request = Request { id: id.clone(), method, params };
        let outcome = match request.method.as_str() {
            HoverRequest::METHOD => extract::<HoverRequest>(request).map(|params| {
                let at = params.text_document_position_params;
                let document = documents.get(&at.text_document.uri);
                json(&document.and_then(|document| document.hover(at.position, config, pages)))
            }),
            Completion::METHOD => extract::<Completion>(request).map(|params| {
                let at = params.text_document_position;
                let document = documents.get(&at.text_document.uri);
                let items = document.map(|document| document.complete(at.position, vocabulary));
                json(&CompletionResponse::Array(items.unwrap_or_default()))
            }),
            other => {
                let problem = format!("there is no request {other}; ask for hover or completion");
                return refused(ErrorCode::MethodNotFound, problem);
            }
        };
        match outcome {
            Ok(result) => Response::new_ok(id, result),
            Err(problem) => refused(ErrorCode::InvalidParams, problem),
        }
    }

    /// Takes in what has happened to a document; returns its errors.
    fn note(&mut self, notification: Notification) -> Option<Message> {
        let target = self.config.target();
        // A notification that is not understood has no answer in the protocol.
        let (uri, version, diagnostics) = match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let opened = noted::<DidOpenTextDocument>(notification)?.text_document;
                let document = Document::new(opened.text, &opened.language_id);
                let diagnostics = document.diagnostics(&target);
                self.documents.insert(opened.uri.clone(), document);
                (opened.uri, Some(opened.version), diagnostics)
            }
            DidChangeTextDocument::METHOD => {
                let mut changed = noted::<DidChangeTextDocument>(notification)?;
                let text = changed.content_changes.pop()?.text;
                let document = self.documents.get_mut(&changed.text_document.uri)?;
                document.change(text);
                let diagnostics = document.diagnostics(&target);
                (changed.text_document.uri, Some(changed.text_document.version), diagnostics)
            }
            DidCloseTextDocument::METHOD => {
                let uri = noted::<DidCloseTextDocument>(notification)?.text_document.uri;
                self.documents.remove(&uri)?;
                (uri, None, vec![])
            }
            _ => return None,
        };
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        let method = PublishDiagnostics::METHOD.to_owned();
        Some(Message::Notification(Notification::new(method, params)))
    }
}

fn json(value: &impl Serialize) -> serde_json::Value {
    serde_json::to_value(value).expect("names and numbers are JSON")
}

/// The parameters of a request, or why they are none.
fn extract<R: lsp_types::request::Request>(request: Request) -> Result<R::Params, String>
where
    R::Params: DeserializeOwned,
{
    request.extract(R::METHOD).map(|(_, params)| params).map_err(|error| match error {
        ExtractError::JsonError { method, error } => format!("{method}: {error}"),
        ExtractError::MethodMismatch(request) => format!("{} is not expected", request.method),
    })
}

fn noted<N: lsp_types::notification::Notification>(
    notification: Notification,
) -> Option<N::Params> {
    notification.extract(N::METHOD).ok()
}
