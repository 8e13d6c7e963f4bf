import { type MailKind, mailTexts } from '#server/notifications/words/mail-texts.ts'
import { sampleValues } from '#server/notifications/words/sample-values.ts'
import { writeMail } from '#server/notifications/write-mail.ts'
import { axeFindings } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/stage.ts'

const values = {
  ...sampleValues,
  email: 'leila.haddad.with.a.rather.long.address@mail.example',
  steps: 'Bio, Profile photo, Verify your identity',
  alertOffLink: 'https://primp.example/alerts/off/6f0c3c8e5a5b4a3f9d5e3a4b6c7d8e9f',
}
const business = {
  legalName: 'Primp Pty Ltd',
  supportEmail: 'team@primp.example',
  supportPhone: '020 7946 0000',
  chat: '',
}
// Page rules that do not apply to emails.
const ofPages = ['landmark-one-main', 'page-has-heading-one', 'region']
const link = `https://primp.example/login/magic-link/${'Zk3v9'.repeat(9)}`

test('every email fits 320 pixels and is accessible, in light and dark', { tag: '@proof' }, async ({ page }) => {
  test.setTimeout(240_000)
  await page.setViewportSize({ width: 320, height: 640 })
  const looked = new Set<string>()
  for (const kind of Object.keys(mailTexts) as MailKind[]) {
    const { html, subject } = await writeMail({
      kind,
      you: 'Leila',
      values,
      link,
      country: 'GB',
      business,
      publicUrl: 'https://primp.example',
      sample: true,
    })
    await page.setContent(html)
    expect(await page.title(), kind).toBe(subject)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), kind).toBeLessThanOrEqual(320)
    const button = page.getByRole('link', { name: 'Log In' })
    if (kind === 'magicLink') expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    // Emails with the same elements and colours are checked once, in a proof all.
    const built = html.replace(/(?<=>)[^<]+|(?<=(?:href|alt)=")[^"]*/g, '')
    if (looked.has(built) && !process.env['PROVE']) continue
    looked.add(built)
    expect(await axeFindings(page, { without: ofPages }), kind).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await axeFindings(page, { only: ['color-contrast', 'link-in-text-block'] }), `${kind}, dark`).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  }
  const sentBack = await writeMail({
    kind: 'verification.sentBack',
    you: 'Leila',
    values,
    link,
    country: 'GB',
    business,
    publicUrl: 'https://primp.example',
    sample: false,
  })
  await page.setContent(sentBack.html)
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/mail.png`, fullPage: true })
})
