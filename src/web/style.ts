/** The colours on a light ground, also for whatever brings such a ground along on a dark page. */
export const LIGHT_COLOURS =
  '--text:#1b1f24;--page:#fff;--soft:#f4f6f8;--line:#d5dae0;--link:#0b5cad;--quiet:#57606a;--good:#2a7f3e;--bad:#b3261e'

/**
 * One look for every page: plain, readable on a phone, light or dark as the reader's system is. Tables in an article are
 * left to it: attributes such as align would lose against any rule of ours.
 */
export const STYLE = `
:root{color-scheme:light dark;${LIGHT_COLOURS}}
@media(prefers-color-scheme:dark){:root{--text:#e6e9ec;--page:#14171a;--soft:#1e2226;--line:#3a4047;--link:#7ab7f5;--quiet:#a3abb3;--good:#4bb567;--bad:#ff8a80}}
*{box-sizing:border-box}
body{font:16px/1.55 system-ui,sans-serif;margin:0;color:var(--text);background:var(--page);overflow-wrap:break-word}
body>header,main,footer{max-width:64rem;margin:0 auto;padding:.75rem 1rem}
body>header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline;border-bottom:1px solid var(--line)}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}.home{font-weight:700}
.who{margin-inline-start:auto;color:var(--quiet);font-size:.9rem}.who form{display:inline}
.skip{position:absolute;inset-inline-start:-100rem}.skip:focus{position:static;display:block;padding:.5rem 1rem}
h1{font-size:1.7rem;line-height:1.25;margin:1rem 0 .75rem}h2{font-size:1.25rem;margin:2rem 0 .5rem}h3{font-size:1.05rem;margin:1.5rem 0 .4rem}
a{color:var(--link);text-underline-offset:.15em}a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--link);outline-offset:2px}
a.missing{color:var(--bad)}
code,pre{font:.875rem/1.5 ui-monospace,monospace}code{overflow-wrap:anywhere}
pre{background:var(--soft);border:1px solid var(--line);border-radius:.4rem;padding:.75rem;white-space:pre-wrap;overflow-wrap:anywhere}
.scroll{overflow-x:auto}
:where(table:not(.mw-parser-output *)){border-collapse:collapse;width:100%}:where(th,td):where(:not(.mw-parser-output *)){text-align:start;padding:.35rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
td.n,th.n{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}thead th{color:var(--quiet);font-weight:600;font-size:.875rem}
label{display:block;margin:.75rem 0 .2rem;font-weight:600}small,.quiet{color:var(--quiet);font-weight:400}
input,select,textarea{font:inherit;width:100%;max-width:32rem;padding:.35rem .5rem;color:inherit;background:var(--page);border:1px solid var(--quiet);border-radius:.3rem}
input[type=checkbox]{width:auto}
button{font:inherit;padding:.4rem 1rem;margin:.9rem .4rem .6rem 0;color:var(--page);background:var(--link);border:0;border-radius:.3rem;cursor:pointer}
.who button{margin:0;padding:0;color:var(--link);background:none;text-decoration:underline}
.bar{background:var(--line);height:.6rem;min-width:5rem;border-radius:.3rem;overflow:hidden;margin-top:.45rem}.bar i{display:block;height:100%;background:var(--good)}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:1rem;padding:0;list-style:none}
.cards>li{background:var(--soft);border:1px solid var(--line);border-radius:.5rem;padding:1rem}.cards h2{margin:0 0 .4rem}.cards p{margin:.4rem 0}
.announcement{border-inline-start:.25rem solid var(--link);padding:.5rem .75rem;background:var(--soft)}.announcement.warning,.announcement.danger{border-color:var(--bad)}.announcement.success{border-color:var(--good)}
.wrong{border-inline-start:.25rem solid var(--bad);padding:.5rem .75rem;background:var(--soft)}
@media(max-width:40rem){.extra{display:none}}
`
