//! HTTP/1.1 as far as one page and its programs need it: a request is read within limits, answered, and the connection closed.

#![expect(
    clippy::disallowed_types,
    reason = "who sends nothing must not be waited for; no answer depends on it"
)]

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The most bytes that the head of a request may have.
const MOST_HEAD: usize = 16 << 10;

/// The most header lines.
const MOST_HEADERS: usize = 64;

/// The most bytes that the body of a request may have.
pub(super) const MOST_BODY: usize = 512 << 10;

/// How long reading a request, or writing an answer, may take in all.
const PATIENCE: Duration = Duration::from_secs(10);

/// How much is read or written at once.
const PIECE: usize = 16 << 10;

/// A request.
#[derive(Debug, Default)]
pub(super) struct Request {
    pub(super) method: String,
    /// The path, decoded.
    pub(super) path: String,
    /// The words behind the question mark, decoded.
    pub(super) query: Vec<(String, String)>,
    pub(super) host: Option<String>,
    pub(super) origin: Option<String>,
    pub(super) content_type: Option<String>,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// A word behind the question mark.
    pub(super) fn query(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(its, _)| its == name).map(|(_, value)| value.as_str())
    }
}

/// An answer.
#[derive(Debug)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) content_type: &'static str,
    pub(super) body: Vec<u8>,
    /// What methods there are, where the one that was used is none of them.
    pub(super) allow: Option<&'static str>,
}

impl Response {
    /// An answer of this sort.
    pub(super) fn new(status: u16, content_type: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self { status, content_type, body: body.into(), allow: None }
    }

    /// A value as JSON.
    pub(super) fn json(value: &impl serde::Serialize) -> Self {
        match serde_json::to_vec(value) {
            Ok(body) => Self::new(200, JSON, body),
            Err(_) => Self::fault(500, "the answer can't be written"),
        }
    }

    /// Why a request is not done.
    pub(super) fn fault(status: u16, why: &str) -> Self {
        let body = serde_json::json!({ "error": why }).to_string();
        Self::new(status, JSON, body)
    }
}

pub(super) const JSON: &str = "application/json; charset=utf-8";

/// Reads a request; what is wrong with it is the answer to it.
pub(super) fn read(stream: &mut TcpStream) -> Result<Request, Option<Response>> {
    let until = Instant::now() + PATIENCE;
    let mut bytes = Vec::new();
    let (mut request, begin, length) = loop {
        if !bytes.is_empty() {
            if let Some(head) = head(&bytes).map_err(Some)? {
                break head;
            }
            if bytes.len() >= MOST_HEAD {
                return Err(Some(Response::fault(431, "the head of the request is too long")));
            }
        }
        more(stream, &mut bytes, MOST_HEAD, until)?;
    };
    if length > MOST_BODY {
        return Err(Some(Response::fault(413, "the request is too long")));
    }
    while bytes.len() < begin + length {
        more(stream, &mut bytes, begin + length, until)?;
    }
    request.body = bytes.get(begin..begin + length).unwrap_or_default().to_vec();
    Ok(request)
}

/// Reads on, up to so many bytes in all.
fn more(
    stream: &mut TcpStream,
    bytes: &mut Vec<u8>,
    most: usize,
    until: Instant,
) -> Result<(), Option<Response>> {
    let mut piece = [0; PIECE];
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
        return Err(Some(Response::fault(408, "the request takes too long")));
    }
    let room = most.saturating_sub(bytes.len()).min(PIECE);
    let room = piece.get_mut(..room).unwrap_or_default();
    match stream.read(room) {
        Ok(0) => Err(None),
        Ok(read) => {
            bytes.extend(room.iter().take(read));
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::Interrupted => Ok(()),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
            Err(Some(Response::fault(408, "the request takes too long")))
        }
        Err(_) => Err(None),
    }
}

/// The head of a request, where its body begins, and how long that is; nothing where more is to come.
fn head(bytes: &[u8]) -> Result<Option<(Request, usize, usize)>, Response> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let begin = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(begin)) => begin,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(_) => return Err(Response::fault(400, "this is no HTTP request")),
    };
    let target = parsed.path.unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let bad = || Response::fault(400, "the address can't be read");
    let mut request = Request {
        method: parsed.method.unwrap_or_default().to_owned(),
        path: decoded(path, false).ok_or_else(bad)?,
        ..Request::default()
    };
    for pair in query.split('&').filter(|pair| !pair.is_empty()).take(MOST_HEADERS) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let pair = decoded(name, true).zip(decoded(value, true)).ok_or_else(bad)?;
        request.query.push(pair);
    }
    let mut length = None;
    for header in parsed.headers.iter() {
        let value = || std::str::from_utf8(header.value).ok().map(|value| value.trim().to_owned());
        let is = |name: &str| header.name.eq_ignore_ascii_case(name);
        if is("host") {
            // Two would leave open which is meant.
            if request.host.is_some() {
                return Err(Response::fault(400, "there are two hosts"));
            }
            request.host = value();
        } else if is("origin") {
            request.origin = Some(value().unwrap_or_default());
        } else if is("content-type") {
            request.content_type = value();
        } else if is("transfer-encoding") {
            return Err(Response::fault(411, "the length of the request has to be said"));
        } else if is("content-length") {
            let read = value().filter(|value| value.bytes().all(|byte| byte.is_ascii_digit()));
            let read = read.and_then(|value| value.parse::<usize>().ok());
            match (read, length) {
                (Some(read), None) => length = Some(read),
                _ => return Err(Response::fault(400, "the length of the request can't be read")),
            }
        }
    }
    Ok(Some((request, begin, length.unwrap_or(0))))
}

/// What an address says, without its percent signs; nothing if that is no text.
fn decoded(text: &str, is_query: bool) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'%' => {
                let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                let (high, low) = (digit(bytes.next())?, digit(bytes.next())?);
                u8::try_from(high * 16 + low).ok()?
            }
            b'+' if is_query => b' ',
            byte => byte,
        });
    }
    String::from_utf8(out).ok().filter(|text| !text.contains('\0'))
}

/// Everything that the page loads comes from here, and no script or style stands in it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Writes an answer and closes the connection. That somebody has gone meanwhile is no fault.
pub(super) fn write(stream: &mut TcpStream, response: &Response, with_body: bool) {
    let reason = match response.status {
        200 => "OK",
        201 => "Created",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    };
    let allow = response.allow.map_or_else(String::new, |allow| format!("Allow: {allow}\r\n"));
    let head = format!(
        "HTTP/1.1 {} {reason}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{allow}Content-Security-Policy: {POLICY}\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n",
        response.status,
        response.content_type,
        response.body.len(),
    );
    let mut bytes = head.into_bytes();
    if with_body {
        bytes.extend_from_slice(&response.body);
    }
    let until = Instant::now() + PATIENCE;
    for piece in bytes.chunks(PIECE) {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || stream.set_write_timeout(Some(left)).is_err() || stream.write_all(piece).is_err()
        {
            return;
        }
    }
    let _ = stream.shutdown(std::net::Shutdown::Write);
    // What is left unread would make the system take the answer back.
    let mut rest = [0; PIECE];
    let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
    for _ in 0..64 {
        match stream.read(&mut rest) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
    }
}
