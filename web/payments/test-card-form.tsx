import { CreditCard, Landmark, Wallet } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { formatMoney } from '#contract/format.ts'
import type { PaymentView } from '#contract/payments/payments.ts'
import { testCards } from '#contract/payments/test-cards.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { ActKeys, useForm } from '#web/platform/use-form.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Radio } from '#web/ui/fields/choice.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PayButton, type PayFormProps, usePaying } from './paying.tsx'
import {
  cardErrors,
  createFilledCard,
  type TestCardErrors,
  testCardFields,
  TestCardFields,
} from './test-card-fields.tsx'
import styles from './test-card-form.module.css'
import { TestPaymentsMark } from './test-payments-mark.tsx'
import { paymentMessages } from './messages.ts'

const t = createTranslator(paymentMessages)
const cards = Object.keys(testCards) as (keyof typeof testCards)[]

export function TestCardForm({
  amount,
  currency,
  email,
  label,
  isWhole,
  open,
  onDone,
  onVoided,
  children,
}: PayFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [card, setCard] = useState({ number: '', expiry: '', code: '' })
  const [wallet, setWallet] = useState(false)
  const [errors, setErrors] = useState<TestCardErrors>({})
  const [asked, setAsked] = useState<{ payment: PaymentView; all: readonly PaymentView[] } | null>(null)
  const { pending: answering, run } = useForm()
  const { stage, setStage, wait } = usePaying()
  const [keys] = useState(() => new ActKeys())
  const type = (more: Partial<typeof card>) => setCard((known) => ({ ...known, ...more }))

  const refuse = (wrong: TestCardErrors) => {
    setErrors(wrong)
    setStage('idle')
    const first = testCardFields.find((name) => wrong[name])
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>(first ? `[name="${first}"]` : '[role="alert"]')?.focus(),
    )
  }
  const fail = async (fault: unknown, payment?: PaymentView): Promise<void> => {
    // Paid in another tab, or the response was lost: the current state is the result.
    if (payment && fault instanceof ApiError && fault.code === 'state_changed') return hear(payment).catch(fail)
    const said = fault instanceof ApiError && fault.status >= 400 && fault.status < 500 ? fault : null
    const field = testCardFields.find((name) => said?.errors.some(({ path }) => path === name))
    refuse(field ? { [field]: said?.message ?? '' } : { form: said?.message ?? t('pay.error.network') })
  }
  // One card pays several payments: the first failure decides the result.
  const hear = async (payment: PaymentView, ...rest: readonly PaymentView[]): Promise<void> => {
    const heard = await wait(payment)
    if (!heard) return
    if (heard.word === 'kept') return rest[0] ? hear(rest[0], ...rest.slice(1)) : onDone(heard.payment)
    if (heard.word === 'let-go' && onVoided) return onVoided(heard.payment)
    refuse({
      form: t(
        heard.payment.error === 'funds'
          ? 'pay.error.funds'
          : heard.payment.error === 'challenge'
            ? 'pay.error.challenge'
            : 'pay.error.declined',
      ),
    })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (stage !== 'idle') return
    const wrong: TestCardErrors = wallet
      ? {}
      : Object.fromEntries(Object.entries(cardErrors(card, new Date())).map(([name, word]) => [name, t(word)]))
    const gaps = testCardFields.flatMap((field) => (wrong[field] ? [{ field, message: wrong[field] }] : []))
    if (isWhole && !isWhole(gaps)) return setErrors(wrong)
    if (gaps.length) return refuse(wrong)
    setErrors({})
    setStage('busy')
    try {
      const opened = await open()
      if (!opened) return setStage('idle')
      await confirm([opened].flat())
    } catch (fault) {
      await fail(fault)
    }
  }
  /** Confirms each payment in order, then waits for the results. */
  const confirm = async (all: readonly PaymentView[], from = 0): Promise<void> => {
    for (const payment of all.slice(from)) {
      // May already be paid in another tab.
      if (!payment.clientSecret) continue
      try {
        const { next } = await browserApi().payments.confirmTestCard(
          { clientSecret: payment.clientSecret, ...(wallet ? createFilledCard(testCards.success, new Date()) : card) },
          { key: keys, auth: false },
        )
        keys.done()
        if (next === 'challenge') return setAsked({ payment, all })
      } catch (fault) {
        return fail(fault, payment)
      }
    }
    const [first, ...rest] = all
    if (first) await hear(first, ...rest)
  }
  const answer = async ({ payment, all }: NonNullable<typeof asked>, answer: 'pass' | 'fail') => {
    await run(async (key) => {
      try {
        const { clientSecret } = payment
        await browserApi().payments.answerTestChallenge(
          { clientSecret: clientSecret ?? '', answer },
          { key, auth: false },
        )
        setAsked(null)
        await (answer === 'pass' ? confirm(all, all.indexOf(payment) + 1) : hear(payment))
      } catch (fault) {
        setAsked(null)
        await fail(fault, payment)
      }
    })
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      <WalletOrCard wallet={wallet} onChoose={setWallet} />
      <TestCardFields
        wallet={wallet}
        card={card}
        errors={errors}
        known={cards.map((name) => ({ number: testCards[name], words: t(`pay.test.${name}`) }))}
        onType={type}
        onChosen={() => setErrors({})}
      />
      {children}
      <PayButton stage={stage} email={email}>
        {label}
      </PayButton>
      {asked && (
        <BankDialog
          open
          amount={amount}
          currency={currency}
          busy={answering}
          onAnswer={(said) => answer(asked, said)}
        />
      )}
    </form>
  )
}

function WalletOrCard({ wallet, onChoose }: { wallet: boolean; onChoose: (wallet: boolean) => void }) {
  return (
    <fieldset className={styles.ways}>
      <legend className="visually-hidden">{t('pay.with')}</legend>
      <Radio name="with" checked={wallet} onChange={() => onChoose(true)} className={styles.payWay}>
        {t('pay.with.wallet')}
        <Wallet className="icon" aria-hidden="true" />
      </Radio>
      <Radio name="with" checked={!wallet} onChange={() => onChoose(false)} className={styles.payWay}>
        {t('pay.with.card')}
        <CreditCard className="icon" aria-hidden="true" />
      </Radio>
    </fieldset>
  )
}

function BankDialog({
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
        <p className={joinClasses('number', styles.payAmount)}>
          {formatMoney(amount, currency, { decimals: 'always' })}
        </p>
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
