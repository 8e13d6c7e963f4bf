import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from './content/site-map.ts'
import { become, expect, logIn, searched, test } from './stage.ts'

// The W3C checker, downloaded on demand because it has 30 MB.
const checker = ['exec', '--yes', '--ignore-scripts', '--package=vnu-jar@26.9.27', '--', 'vnu']

function errorsIn(pages: ReadonlyMap<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'markup-'))
  const names = new Map([...pages.keys()].map((path, i) => [`${i}.html`, path]))
  for (const [name, path] of names) writeFileSync(join(folder, name), pages.get(path) ?? '')
  const args = [...checker, '--errors-only', '--exit-zero-always', '--format', 'json', '--stdout', folder]
  const { messages } = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 2 ** 26 })) as {
    messages: { url: string; message: string; extract?: string }[]
  }
  rmSync(folder, { recursive: true })
  return messages.map(
    ({ url, message, extract }) => `${names.get(url.slice(url.lastIndexOf('/') + 1))}: ${message} ${extract ?? ''}`,
  )
}

const hasJava = spawnSync('java', ['-version']).status === 0

test.describe('Markup', { tag: '@proof' }, () => {
  test.setTimeout(600_000)
  test.skip(!hasJava, 'The checker needs Java: apt-get install default-jre-headless')

  test('the check detects a malformed page', () => {
    expect(
      errorsIn(new Map([['/', '<!DOCTYPE html><html lang="en"><title>No</title><div><li>one</li></div>']])),
    ).toEqual([expect.stringContaining('Element “li” not allowed as child of element “div”')])
  })

  test('the HTML of every page is valid', async ({ page }) => {
    const id = await searched(page)
    const quotes = await (await page.request.get(`/quotes/${id}`)).text()
    const slugs = [...new Set([...quotes.matchAll(/\/@\/([\w-]+)/g)].map(([, slug]) => slug))].slice(0, 3)
    const paths = [
      ...[...routes.shown, ...routes.closed, ...routes.missing].map(({ path }) => path),
      `/quotes/${id}`,
      `/quotes/${id}/@/${slugs[0]}`,
      `/quotes/${id}/compare?profiles=${slugs}`,
      `/quotes/${id}/teams`,
      `/quotes/${id}/look`,
      `/book/${id}/@/${slugs[0]}`,
      `/@/${slugs[0]}/book`,
      `/embed/${slugs[0]}`,
      '/gift-vouchers',
      '/gift-vouchers/mia-hollis',
      '/content/artists',
      '/v1/docs',
      '/v1/docs/operators',
      // Pages with a key, which render for an invalid key too.
      ...[
        'visit',
        'praise',
        'guest',
        'split',
        'teams',
        'voucher',
        'mails/booking',
        'mails/stop',
        'mails/confirm',
        'alerts/off',
      ].map((page) => `/${page}/none`),
    ]
    const pages = new Map<string, string>()
    for (const path of paths) pages.set(path, await (await page.request.get(path)).text())
    expect(pages.size).toBeGreaterThan(80)
    expect(errorsIn(pages)).toEqual([])
  })

  for (const [who, home] of [
    ['ana', '/customer-dashboard'],
    ['mia', '/dashboard'],
    ['olu', '/operator'],
  ] as const)
    test(`the rendered dashboard pages of ${who} are valid`, async ({ page }) => {
      await become(page, await logIn(`${who}@primp.test`, 'primp-sample-1'))
      // One page of each kind: owner and date do not change its elements.
      const kindOf = (path: string) =>
        path
          .replace(/\?.*/, '')
          .replace(/[0-9a-f-]{36}|\d{4}-\d\d(-\d\d)?|(?<=\/@\/)[\w-]+|(?<=\/quotes\/|\/book\/)\w+/g, '…')
      const pages = new Map<string, string>()
      const kinds = new Set<string>()
      const ahead: string[] = [home]
      for (let path = ahead.shift(); path; path = ahead.shift()) {
        if (kinds.has(kindOf(path))) continue
        kinds.add(kindOf(path))
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        pages.set(path, await page.content())
        const links = await page
          .locator('a[href^="/"]:not([download])')
          .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
        ahead.push(
          ...links.filter((link) => /^\/(customer-dashboard|dashboard|operator|quotes|book)\b[^.]*$/.test(link)),
        )
      }
      expect(pages.size).toBeGreaterThan(20)
      expect(errorsIn(pages)).toEqual([])
    })
})
