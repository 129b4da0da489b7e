/** How rendered wikitext looks: the classes are those that MediaWiki's HTML has. */
export const WIKITEXT_STYLE = `
.mw-parser-output{overflow-x:auto}
.mw-parser-output table{width:auto;max-width:100%}
a.new{color:var(--bad)}.mw-selflink{font-weight:700}.error{color:var(--bad)}
.mw-parser-output th,.mw-parser-output td{border:0;padding:.2rem .4rem}.mw-parser-output .wikitable>*>tr>*{border:1px solid var(--line);padding:.35rem .6rem}.wikitable th{background:var(--soft)}
.infobox{float:inline-end;clear:inline-end;margin:0 0 1rem 1rem;border:1px solid var(--line);background:var(--soft);font-size:.9rem}
.toc{display:table;border:1px solid var(--line);background:var(--soft);border-radius:.4rem;padding:.5rem 1rem;font-size:.95rem}
.toc ul{list-style:none;margin:.2rem 0;padding-inline-start:1rem}.toc>ul{padding:0}.toctitle h2{font-size:1rem;margin:0}.toctogglespan{display:none}
.thumb{max-width:100%;margin-block-end:.75rem}.thumbinner{max-width:100%;border:1px solid var(--line);background:var(--soft);border-radius:.4rem;padding:.3rem;font-size:.85rem}
.tright,.floatright{float:right;clear:right;margin-inline-start:1rem}.tleft,.floatleft{float:left;clear:left;margin-inline-end:1rem}.center{text-align:center}.center>*{margin-inline:auto}
.mw-parser-output img{max-width:100%;height:auto}.thumbborder{border:1px solid var(--line)}
.gallery{display:flex;flex-wrap:wrap;gap:.75rem;list-style:none;padding:0}.gallerytext{font-size:.85rem}
.mw-parser-output dd{margin-inline-start:1.6rem}.reference{white-space:nowrap;line-height:1}.references{font-size:.9rem}
.redirectText{list-style:none;padding:0}.redirectText li::before{content:'→ '}[dir=rtl] .redirectText li::before{content:'← '}
.categories{clear:both;border-top:1px solid var(--line);padding-top:.5rem}.about{clear:both}
`
