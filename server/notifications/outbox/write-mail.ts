import { holdsContact } from '#contract/providers/profile-rules.ts'
import { type Country, type Phrase, say, sayWhole, type Values } from '#contract/words.ts'
import type { Business } from '#server/platform/settings.ts'
import type { MailWords } from '#server/notifications/words/mail-kind.ts'
import { frameWords, type MailKind, mailWords } from '#server/notifications/words/mail-words.ts'
import { type How, vary } from '#server/notifications/words/vary.ts'

export type MailRequest = {
  kind: MailKind
  /** The reader's first name, where it is known. */
  you: string | null
  values: Values
  how?: How
  /** Where the button leads: a whole address. */
  link: string | null
  country: Country
  business: Business
  publicUrl: string
  sample: boolean
  /** The test bank took the money that this mail speaks of. */
  testPayments?: boolean
}
export type WrittenMail = { subject: string; html: string; text: string }

/** A mail in the reader's spelling, as HTML that stands at 320 pixels and as text with the same words. */
export function writeMail(asked: MailRequest): WrittenMail {
  const { kind, values, country, link, how = 'mobile' } = asked
  const words: MailWords = mailWords[kind]
  const as = (phrase: Phrase) => vary(phrase, how)
  const all: Values = { ...orMissing(asked.business), ...values }
  const subject = say(as(words.subject), namesCut(all), country).replaceAll(/\s+/g, ' ').trim()
  const body = sayWhole(as(words.body), all, country)
  const button = words.button && link ? say(words.button, all, country) : null
  const hello = asked.you ? say(frameWords['mail.hello'], { you: asked.you }) : say(frameWords['mail.hello.nobody'])
  const feet = footLines(asked, words, all)
  const text = [
    hello,
    body,
    ...(button ? [`${button}: ${link}`] : []),
    say(frameWords['mail.sign']),
    '-- ',
    ...feet,
  ].join('\n\n')
  return {
    subject,
    text: `${text}\n`,
    html: page({
      subject,
      preview: sayWhole(as(words.preview), all, country),
      hello,
      body,
      button,
      link,
      feet,
      publicUrl: asked.publicUrl,
    }),
  }
}

const NAME_LENGTH = 40
// What people call themselves is the one thing typed that a subject says: letters, and no more of them than a name has.
const namesCut = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([slot, value]) => [
      slot,
      (slot === 'name' || slot === 'names') && typeof value === 'string' ? nameCut(value) : value,
    ]),
  )
const nameCut = (typed: string): string => {
  const letters = typed
    .replace(/[^\p{L}\p{M}'’,&. -]/gu, '')
    .replace(/\.(?=\S)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return holdsContact(typed) || !letters ? 'Your artist' : letters.slice(0, NAME_LENGTH).trim()
}

// A setting that is empty counts as missing: the sentence that needs it is left out whole.
const orMissing = ({ legalName, supportEmail, supportPhone }: Business): Values => ({
  legalName: legalName || null,
  supportEmail: supportEmail || null,
  supportPhone: supportPhone || null,
})

function footLines(
  { publicUrl, business, country, sample, testPayments }: MailRequest,
  words: MailWords,
  values: Values,
): string[] {
  const { supportEmail, supportPhone } = business
  const contact =
    supportEmail && supportPhone
      ? 'mail.contact.both'
      : supportEmail
        ? 'mail.contact.mail'
        : supportPhone
          ? 'mail.contact.phone'
          : null
  const lines = [
    sayWhole(frameWords[`mail.why.${words.why}`], values, country),
    ...(words.always
      ? []
      : [
          say(frameWords['mail.notices'], {
            noticesLink: `${publicUrl}/${words.why === 'provider' ? 'dashboard' : 'customer-dashboard'}/account#notices`,
          }),
        ]),
    ...(contact ? [say(frameWords[contact], values)] : []),
    ...(business.legalName ? [say(frameWords['mail.legal'], values)] : []),
    ...(testPayments ? [say(frameWords['mail.test'])] : []),
    ...(sample ? [say(frameWords['mail.sample'])] : []),
  ]
  return lines.filter(Boolean)
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

type Parts = {
  subject: string
  preview: string
  hello: string
  body: string
  button: string | null
  link: string | null
  feet: readonly string[]
  publicUrl: string
}

// One column of tables with inline styles: what mail programs agree on. The dab over the name is the logo, drawn without a picture.
const page = ({ subject, preview, hello, body, button, link, feet, publicUrl }: Parts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .canvas { background: #140b10 !important } .card { background: #1f141a !important } .ink { color: #f3efea !important } .soft { color: #c2b9b2 !important }
}
</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:#fcfaf7;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" style="background:#fcfaf7">
<tr><td align="center" style="padding:16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="background:#4d1534;border-radius:14px 14px 0 0;padding:20px 24px">
<a href="${escaped(publicUrl)}/" style="font:700 24px/1.1 'Bricolage Grotesque',Verdana,sans-serif;color:#f8f3eb;text-decoration:none"><span style="color:#fcb530">&#9679;</span> Primp</a>
</td></tr>
<tr><td class="card" style="background:#ffffff;border-radius:0 0 14px 14px;padding:24px">
<p class="ink" style="margin:0 0 16px;font:400 16px/1.5 Figtree,Arial,sans-serif;color:#26161f">${escaped(hello)}</p>
<p class="ink" style="margin:0 0 24px;font:400 16px/1.5 Figtree,Arial,sans-serif;color:#26161f;overflow-wrap:anywhere">${escaped(body)}</p>
${
  button && link
    ? `<p style="margin:0 0 24px"><a href="${escaped(link)}" style="display:inline-block;background:#fcb530;color:#26161f;font:700 16px/1.25 Figtree,Arial,sans-serif;text-decoration:none;padding:14px 22px;border-radius:10px">${escaped(button)}</a></p>
<p class="soft" style="margin:0 0 24px;font:400 13px/1.4 Figtree,Arial,sans-serif;color:#5a4b53;overflow-wrap:anywhere;word-break:break-all">${escaped(link)}</p>`
    : ''
}
<p class="ink" style="margin:0;font:400 16px/1.5 Figtree,Arial,sans-serif;color:#26161f">Primp</p>
</td></tr>
<tr><td style="padding:16px 24px">
${feet.map((line) => `<p class="soft" style="margin:0 0 8px;font:400 13px/1.4 Figtree,Arial,sans-serif;color:#5a4b53;overflow-wrap:anywhere">${escaped(line)}</p>`).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
