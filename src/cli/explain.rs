//! `headjudge explain unknown-card`: what a code in a message means and how to mend it.

use std::io::Write;

use super::exit::{Exit, Fault};
use crate::diag::{Code, nearest};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The code in a message's brackets, such as `unknown-card`; without it all codes are listed
    code: Option<String>,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Exit, Fault> {
    let Some(text) = &arguments.code else {
        for code in Code::ALL {
            writeln!(out, "{:<24}{}", code.as_str(), code.gist())?;
        }
        return Ok(Exit::Expected);
    };
    // A code may be copied with the words around it: `error[unknown-card]`.
    let bare = text.trim_start_matches("error").trim_start_matches("warning").trim_matches(['[', ']', ':']);
    let Some(code) = Code::from_text(bare) else {
        let fault = Fault::usage(format!("no message has the code `{bare}`"));
        return Err(match nearest(bare, Code::ALL.iter().map(|code| code.as_str())) {
            Some(near) => fault.with_help(format!("did you mean `{near}`?")),
            None => fault.with_help("`headjudge explain` lists the codes"),
        });
    };
    let page = code.page();
    writeln!(out, "{code}: {}\n\nFor example:", code.gist())?;
    for line in page.example.lines() {
        writeln!(out, "    {line}")?;
    }
    writeln!(out, "\nTo mend it: {}", page.mend)?;
    Ok(Exit::Expected)
}
