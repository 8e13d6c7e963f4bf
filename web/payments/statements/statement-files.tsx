import type { paperKinds } from '#contract/payments/statements.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { downloadFile } from '#web/platform/download.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'

export const statementMessages = defineMessages({
  'paper.pdf': 'PDF',
  'paper.csv': 'CSV',
  'paper.kept': 'The file is in your downloads folder.',
  'year.title': 'Tax year',
  'year.choose': 'Tax year',
  'year.of': '{from} to {to}',
  'year.link': 'Tax year and invoices',
  'year.none': 'No income in this year.',
  'year.received': 'Received from customers',
  'year.received.note': 'Including cash and tips',
  'year.refunded': 'Refunded to customers',
  'year.fee': 'Our fee',
  'year.feeRefunded': 'Our fee, refunded',
  'year.tax': 'Includes {amount} {tax}, after refunds',
  'year.feeTax': 'Includes {amount} {tax} that you can reclaim',
  'year.yours': 'You keep',
  'year.boxes': 'For your tax return',
  'year.box': 'Box',
  'year.what': 'What',
  'year.amount': 'Amount',
  'year.note':
    'A booking counts on the day it was completed, or the day you kept money after a cancellation. A deposit for a future job is not income yet. This is not tax advice.',
  'invoice.title': 'Invoices for our fees',
  'invoice.none.text': "At the start of each month, you will get an invoice for the previous month's fees.",
  'invoice.credit': 'Credit note {number}',
  'invoice.number': 'Invoice {number}',
  'payout.title': '{amount}, {date}',
  'payout.number': 'Payout {number}',
  'payout.back': 'Payouts',
})

const t = createTranslator(statementMessages)

export function CsvButton({ name, lines }: { name: string; lines: () => Promise<string> }) {
  const { pending, run } = useForm({ toasts: true })
  const give = async () => {
    const done = await run(lines)
    if (!done) return
    downloadFile(name, done.answer)
    showToast('success', t('paper.kept'))
  }
  return (
    <Button kind="secondary" size="small" loading={pending} onClick={give}>
      {t('paper.csv')}
    </Button>
  )
}

export function PaperButton({ kind, of, label }: { kind: (typeof paperKinds)[number]; of: string; label?: string }) {
  const { pending, run } = useForm({ toasts: true })
  const give = async () => {
    const done = await run(() => browserApi().statements.paper({ kind, of }))
    if (!done) return
    downloadFile(
      done.answer.name,
      Uint8Array.from(atob(done.answer.pdf), (char) => char.charCodeAt(0)),
      'application/pdf',
    )
    showToast('success', t('paper.kept'))
  }
  return (
    <Button
      kind="secondary"
      size="small"
      loading={pending}
      onClick={give}
      {...(label ? { 'aria-label': `${t('paper.pdf')}, ${label}` } : {})}>
      {t('paper.pdf')}
    </Button>
  )
}
