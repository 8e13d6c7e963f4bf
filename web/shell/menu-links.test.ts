import { expect, test } from 'vitest'
import { listMenuLinks } from './side-menu.tsx'

const keys = (signedIn: boolean) =>
  listMenuLinks(signedIn, '/quotes/abc?type=studio')
    .flat()
    .map((link) => link.key)

test('Log In is hidden when signed in, both dashboards and Log Out when signed out', () => {
  expect(keys(true)).toContain('menu.providerDashboard')
  expect(keys(true)).toContain('menu.customerDashboard')
  expect(keys(true)).toContain('menu.logout')
  expect(keys(true)).not.toContain('menu.login')
  expect(keys(false)).toEqual([
    'menu.join',
    'menu.reviews',
    'menu.help',
    'menu.about',
    'menu.legals.customers',
    'menu.legals.providers',
    'menu.login',
  ])
})

test('Log Out remembers the page, Reviews opens a new tab', () => {
  const links = listMenuLinks(true, '/quotes/abc?type=studio').flat()
  expect(links.find((link) => link.key === 'menu.logout')?.to).toBe('/logout?redirect=%2Fquotes%2Fabc%3Ftype%3Dstudio')
  expect(links.filter((link) => link.newTab).map((link) => link.key)).toEqual(['menu.reviews'])
})
