/** The sheet that stands for all that a page of a route links, and which those are. */
type Sheet = { href: string; of: readonly string[] }

/**
 * A page that asks for one sheet in place of all those it links. The others stay where the router knows them, and are not asked for:
 * what comes with a later page is linked beside them. A browser that reads ahead looks at `media` alone.
 */
export function withOneSheet(page: string, sheet: Sheet | undefined): string {
  if (!sheet) return page
  const of = new Set(sheet.of)
  let said = false
  // All of them stand in the head; to look for them in the rest of a long page costs as much as to draw a part of it.
  const end = Math.max(0, page.indexOf('</head>'))
  const head = page
    .slice(0, end)
    .replaceAll(/<link(?=[^>]* rel="stylesheet")[^>]* href="([^"#]*)#?"[^>]*>/g, (link, href: string) => {
      if (!of.has(href)) return link
      const one = said ? '' : `<link rel="stylesheet" href="${sheet.href}"/>`
      said = true
      // What is switched off needs no mark of the policy either.
      return one + link.replace(/ nonce="[^"]*"/, '').replace('<link ', '<link disabled="" media="not all" ')
    })
  return head + page.slice(end)
}
