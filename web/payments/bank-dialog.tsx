import { Landmark } from 'lucide-react'
import { money } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TestPaymentsMark } from './test-payments-mark.tsx'
import { paymentWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import styles from './bank-dialog.module.css'

const t = reader(paymentWords)

/** The test bank's question whether it is really the owner of the card; closing it is a no. */
export function BankDialog({
  open,
  amount,
  currency,
  busy,
  onAnswer,
}: {
  open: boolean
  amount: number
  currency: string
  busy: boolean
  onAnswer: (answer: 'pass' | 'fail') => void
}) {
  return (
    <Dialog open={open} onClose={() => open && !busy && onAnswer('fail')} label={t('pay.3ds.title')}>
      <div className="stack">
        <div className="row space-between">
          <Landmark className="icon icon-large" aria-hidden="true" />
          <TestPaymentsMark />
        </div>
        <h2 className="heading-3">{t('pay.3ds.title')}</h2>
        <p>{t('pay.3ds.text')}</p>
        <p className={classes('number', styles.payAmount)}>{money(amount, currency, { decimals: 'always' })}</p>
        <div className="row gap-8 wrapping">
          <Button loading={busy} onClick={() => onAnswer('pass')}>
            {t('pay.3ds.pass')}
          </Button>
          <Button kind="secondary" disabled={busy} onClick={() => onAnswer('fail')}>
            {t('pay.3ds.fail')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
