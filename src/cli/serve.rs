//! `headjudge serve`: the page, with the engine behind it, on this machine.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TrySendError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::exit::{Exit, Fault};
use super::pool::Cards;
use super::test::jobs;

mod api;
mod bank;
mod http;
mod limits;
mod quiz;

use api::Desktop;
use bank::Bank;
use http::Response;
use limits::Limits;

/// How many connections are answered at the same time, most of which wait.
const CONNECTIONS: usize = 24;

/// How many more may wait to be answered; who comes then is sent away.
const WAITING: usize = 64;

/// How much room a thread has: cards and scenarios may be nested, and their readers go with them.
const STACK: usize = 16 << 20;

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The folder whose scenario files can be looked at, and are kept in; nothing outside it is
    #[arg(id = "served", value_name = "FOLDER", default_value = ".")]
    folder: PathBuf,
    /// Serve it to others too: the address of this machine by which they reach it, such as 0.0.0.0
    #[arg(long, value_name = "ADDRESS")]
    bind: Option<IpAddr>,
    /// The port
    #[arg(long, default_value_t = 7676, value_name = "PORT")]
    port: u16,
    /// Nothing can be kept: for a host that anybody can reach
    #[arg(long)]
    read_only: bool,
    #[command(flatten)]
    cards: Cards,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write, errors: &mut dyn Write) -> Result<Exit, Fault> {
    let pool = match arguments.cards.pool(errors)? {
        Ok(pool) => pool,
        Err(exit) => return Ok(exit),
    };
    let bank = Bank::of(&arguments.folder).map_err(|error| Fault::file(&arguments.folder, error))?;
    let address = SocketAddr::new(arguments.bind.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)), arguments.port);
    let listener = TcpListener::bind(address).map_err(|error| {
        Fault::usage(format!("{address} can't be served: {error}")).with_help("`--port` says another port")
    })?;
    let address = listener.local_addr().unwrap_or(address);
    writeln!(out, "http://{address}/ shows {}; Ctrl-C ends it", shown(&arguments.folder))?;
    out.flush()?;
    let port = address.port();
    let own = ["127.0.0.1", "localhost", "[::1]"].map(|host| match port {
        80 => host.to_owned(),
        port => format!("{host}:{port}"),
    });
    let desktop = Desktop {
        pool,
        bank,
        data: arguments.cards.data().clone(),
        limits: Limits::new(jobs(None)),
        read_only: arguments.read_only,
        hosts: arguments.bind.is_none().then(|| own.to_vec()),
    };
    serve(&listener, &desktop);
    Ok(Exit::Expected)
}

/// The folder as it is called.
fn shown(folder: &Path) -> String {
    if folder == Path::new(".") { "this folder".to_owned() } else { format!("`{}`", folder.display()) }
}

/// Answers whoever comes, for as long as the process lives.
fn serve(listener: &TcpListener, desktop: &Desktop) {
    let (send, receive) = sync_channel::<TcpStream>(WAITING);
    let receive = Mutex::new(receive);
    thread::scope(|scope| {
        let mut started = 0;
        for _ in 0..CONNECTIONS {
            let worker = || work(&receive, desktop);
            started +=
                usize::from(thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker).is_ok());
        }
        let watcher = thread::Builder::new().spawn_scoped(scope, || desktop.limits.watch());
        if started == 0 || watcher.is_err() {
            desktop.limits.close();
            return;
        }
        for stream in listener.incoming() {
            // Who has gone before being answered is no fault.
            let Ok(stream) = stream else { continue };
            if let Err(TrySendError::Full(mut stream)) = send.try_send(stream) {
                // Nobody waits for who does not read this.
                let _ = stream.set_nonblocking(true);
                http::write(&mut stream, &Response::fault(503, "too many come at once"), true);
            }
        }
    });
}

/// Answers one connection after the other.
fn work(receive: &Mutex<Receiver<TcpStream>>, desktop: &Desktop) {
    loop {
        let next = receive.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(mut stream) = next else { return };
        let response = match http::read(&mut stream) {
            Ok(request) => {
                let answer = panic::catch_unwind(AssertUnwindSafe(|| api::answer(desktop, &request)));
                let response = answer.unwrap_or_else(|_| Response::fault(500, "a fault of headjudge's own"));
                http::write(&mut stream, &response, request.method != "HEAD");
                continue;
            }
            Err(response) => response,
        };
        if let Some(response) = response {
            http::write(&mut stream, &response, true);
        }
    }
}
