/** Style of the HTML report; follows the reader's color scheme. */
export const STYLE = `
:root{--ground:#fbfaf8;--card:#fff;--ink:#1d1b18;--quiet:#635e57;--line:#e2ded7;--accent:#b4480f;
--pass:#1a6b3c;--fail:#b3261e;--warn:#8a5a00;--note:#175f86;--grey:#635e57;--code:#f3f0eb;
--mono:ui-monospace,"SF Mono","Cascadia Code","DejaVu Sans Mono",Menlo,Consolas,monospace}
@media (prefers-color-scheme:dark){:root{--ground:#171614;--card:#201e1b;--ink:#ece8e1;--quiet:#a8a196;--line:#38342f;--accent:#ff9a57;
--pass:#6fcf97;--fail:#ff8a80;--warn:#f2c14e;--note:#7cc4ec;--grey:#a8a196;--code:#2a2723}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0 auto;max-width:76rem;padding:2rem clamp(1rem,4vw,2.5rem) 4rem;background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
h1{font-size:clamp(1.6rem,4vw,2.4rem);letter-spacing:-.02em;line-height:1.15;margin:.2rem 0 1.2rem;display:flex;flex-wrap:wrap;gap:0 .3em;align-items:baseline}
h2{font-size:1.35rem;letter-spacing:-.015em;line-height:1.25;margin:3rem 0 .75rem}
h2+p{margin-top:0;color:var(--quiet)}
h3{font-size:1rem;margin:0 0 .75rem;line-height:1.4;overflow-wrap:anywhere}
.inside h3{font-size:.8rem;margin:.75rem 0 .25rem;color:var(--quiet);text-transform:uppercase;letter-spacing:.04em}
a{color:var(--accent)}
code,pre,.id{font-family:var(--mono);font-size:.86em}
.kicker{margin:0;color:var(--quiet);font-size:.85rem}
.what{color:var(--quiet);font-weight:400}
.verdict.conformant{color:var(--pass)}.verdict.partial{color:var(--warn)}.verdict.non-conformant,.verdict.inconclusive{color:var(--fail)}
.bar{display:block;width:100%;height:.6rem;border-radius:99px}
.bar rect{fill:currentColor}
.bar .not-applicable{opacity:.45}
.tally{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:.6rem 0 1.5rem;padding:0;list-style:none}
.tally span{color:var(--quiet)}
dl{margin:0;display:grid;gap:.25rem}
.facts{grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));column-gap:2.5rem}
.facts>div{grid-template-columns:7rem minmax(0,1fr)}
.one{white-space:nowrap}
dl>div{display:grid;grid-template-columns:9rem minmax(0,1fr);gap:.75rem}
dt{color:var(--quiet)}
dd{margin:0;overflow-wrap:anywhere}
.remark{margin:.75rem 0 0;padding:.6rem .9rem;border-left:3px solid var(--warn);background:var(--card)}
.quiet{color:var(--quiet)}
.card{background:var(--card);border:1px solid var(--line);border-left:3px solid var(--fail);border-radius:0 10px 10px 0;padding:1.1rem 1.25rem;margin:1rem 0}
.card.warn{border-left-color:var(--warn)}
.badge{display:inline-block;min-width:3.4rem;text-align:center;padding:.05rem .5rem;border-radius:99px;border:1px solid currentColor;font-size:.78rem;font-weight:600;white-space:nowrap;color:var(--grey)}
.pass{color:var(--pass)}.fail{color:var(--fail)}.warn{color:var(--warn)}.note{color:var(--note)}.harness-error{color:var(--fail)}.not-testable,.waived,.known-flaky,.not-applicable{color:var(--grey)}
.card.fail,.card.warn{color:inherit}
.causes{margin:0 0 1.5rem;padding:0;list-style:none}
.causes li{display:flex;gap:.6rem;align-items:baseline;padding:.2rem 0}
.causes .badge{flex:none}
.badge.pass{color:var(--pass)}.badge.fail,.badge.harness-error{color:var(--fail)}.badge.warn{color:var(--warn)}.badge.note{color:var(--note)}
.filters{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center;position:sticky;top:0;z-index:1;background:var(--ground);padding:.6rem 0;border-bottom:1px solid var(--line)}
.filters>*{display:flex;flex-wrap:wrap;gap:.35rem}
.filters p{flex:1 0 100%;align-items:center;gap:.5rem 1rem;margin:0}
.filters label{display:flex;gap:.5rem;align-items:center}
output{color:var(--quiet);font-variant-numeric:tabular-nums}
input[type=search]{font:inherit;padding:.3rem .6rem;border:1px solid var(--quiet);border-radius:6px;background:var(--card);color:inherit;width:min(16rem,60vw)}
button{font:inherit;font-size:.85rem;padding:.25rem .7rem;border-radius:99px;border:1px solid var(--quiet);background:var(--card);color:inherit;cursor:pointer;min-height:1.9rem}
button.chip{color:inherit}
button.chip[aria-pressed=true]{background:var(--ink);color:var(--ground);border-color:var(--ink)}
.nb{white-space:nowrap}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.row,.exchange{border-bottom:1px solid var(--line)}
.row summary{display:grid;grid-template-columns:7.4rem 14rem minmax(0,1fr) 4.5rem;gap:.75rem;align-items:baseline}
summary{cursor:pointer;padding:.45rem .25rem;list-style:none}
summary::-webkit-details-marker{display:none}
summary:hover{background:var(--card)}
.row .badge{justify-self:start}
.row .id{overflow-wrap:anywhere}
.level{color:var(--quiet);font-size:.8rem;text-align:right}
.inside{padding:.25rem .5rem 1rem}
.inside dl{margin:.5rem 0}
.exchange summary{overflow-wrap:anywhere}
.card details summary{width:fit-content;padding:.6rem 0 0;color:var(--accent)}
.card details summary::before,.exchange summary::before{content:"\u25b8" / "";display:inline-block;width:1.1em;color:var(--quiet)}
.card details[open]>summary::before,.exchange[open]>summary::before{content:"\u25be" / ""}
pre{margin:0;padding:.75rem;background:var(--code);border-radius:6px;overflow:auto;max-height:24rem;white-space:pre-wrap;overflow-wrap:anywhere}
.copy{position:relative;margin-top:.5rem}
.copy button{position:absolute;top:.4rem;right:.4rem}
.copy pre{padding-top:2.75rem}
.skip{position:absolute;left:-999rem}
.skip:focus{position:static}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);margin:0}
footer{margin-top:3rem;color:var(--quiet);font-size:.85rem}
[hidden]{display:none!important}
@media (max-width:60rem){
.row summary{grid-template-columns:7.4rem minmax(0,1fr) 4.5rem;gap:.15rem .75rem}
.row .title{grid-column:2/-1}
.row .level{grid-column:3;grid-row:1}
.row .id{color:var(--quiet)}
}
@media (max-width:44rem){
dl>div,.facts>div{grid-template-columns:1fr;gap:0}
dl{gap:.6rem}
.row summary{grid-template-columns:auto 1fr auto}
.row .title{grid-column:1/-1}
.filters{position:static}
}
@media print{.filters,.copy button,.skip{display:none}.row[data-verdict=pass]{display:none}}
`;
