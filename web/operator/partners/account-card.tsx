import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { operatorPartnerAccounts, PartnerPayment, PartnerStatement } from '#contract/payments/partner-accounts.ts'
import { ReasonField, useConfirmation, validateReason } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment, toLocalDay } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { type ActKeys, type Errors, useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { Note } from '#web/ui/note.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { accountMessages } from './account-messages.ts'
import { cash, OpenItems, Payments, Statement } from './account-tables.tsx'

const t = createTranslator(accountMessages)

type Shown = OutputOf<typeof operatorPartnerAccounts.show>

interface AccountCardProps {
  partnerId: string
  name: string
  shown: Shown
  /** The statement of the current month; null without an account. */
  statement: PartnerStatement | null
  /** Whether the operator may set limits, which an ended partner no longer gets, and record payments. */
  may: { limit: boolean; record: boolean }
}

/** The account on which a partner owes deposits: limit, unpaid bookings, monthly statement and received payments. */
export function AccountCard({ partnerId, name, shown, statement, may }: AccountCardProps) {
  const [confirm, confirmation] = useConfirmation()
  const [editing, setEditing] = useState<'limit' | 'payment' | null>(null)
  const { account, items, payments } = shown
  const close = () =>
    confirm({
      title: t('operator.account.close.title', { name }),
      text: t('operator.account.close.text'),
      act: t('operator.account.close'),
      danger: true,
      run: (reason) => browserApi().operatorPartnerAccounts.close({ partnerId, reason }),
    })
  const undo = ({ id: paymentId, amount, currency, reference }: PartnerPayment) =>
    confirm({
      title: t('operator.account.undo.title', { amount: cash(amount, currency) }),
      text: t('operator.account.undo.text', { reference }),
      act: t('operator.account.undo'),
      danger: true,
      run: (reason, key) => browserApi().operatorPartnerAccounts.undoPayment({ partnerId, paymentId, reason }, { key }),
    })
  const limitLabel = account
    ? account.closedAt
      ? t('operator.account.reopen')
      : t('operator.account.change')
    : t('operator.account.open')
  return (
    <TitledCard
      title={t('operator.account.title')}
      beside={
        <div className="row gap-8 wrapping">
          {account && may.record && (
            <Button size="small" onClick={() => setEditing('payment')}>
              {t('operator.account.record')}
            </Button>
          )}
          {may.limit && (
            <Button kind="secondary" size="small" onClick={() => setEditing('limit')}>
              {limitLabel}
            </Button>
          )}
          {account && !account.closedAt && may.limit && (
            <Button kind="quiet" size="small" onClick={close}>
              {t('operator.account.close')}
            </Button>
          )}
        </div>
      }>
      {account ? (
        <>
          {account.closedAt && (
            <Note kind="info">{t('operator.account.closed', { date: formatOperatorMoment(account.closedAt) })}</Note>
          )}
          <FactStrip
            facts={[
              {
                label: t(account.owed < 0 ? 'operator.account.ahead' : 'operator.account.owed'),
                value: cash(Math.abs(account.owed), account.currency),
              },
              { label: t('operator.account.limit'), value: cash(account.limit, account.currency) },
              { label: t('operator.account.left'), value: cash(account.left, account.currency) },
              { label: t('operator.account.since'), value: formatOperatorMoment(account.openedAt) },
            ]}
          />
          <OpenItems items={items} currency={account.currency} />
          {statement && <Statement partnerId={partnerId} first={statement} since={account.openedAt} />}
          <Payments payments={payments} {...(may.record ? { onUndo: undo } : {})} />
        </>
      ) : (
        <p className="muted">{t('operator.account.none')}</p>
      )}
      <Dialog
        open={editing !== null}
        onClose={() => setEditing(null)}
        label={editing === 'payment' ? t('operator.account.record') : limitLabel}>
        {editing === 'limit' && (
          <LimitForm partnerId={partnerId} account={account} title={limitLabel} onClose={() => setEditing(null)} />
        )}
        {editing === 'payment' && <PaymentForm partnerId={partnerId} onClose={() => setEditing(null)} />}
      </Dialog>
      {confirmation}
    </TitledCard>
  )
}

interface DialogFormProps {
  title: string
  text: string
  act: string
  wrong: () => Errors
  send: (key: ActKeys) => Promise<unknown>
  onClose: () => void
  fields: (errors: Errors) => ReactNode
}

function DialogForm({ title, text, act, wrong, send, onClose, fields }: DialogFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, formError, pending, run } = useForm({ form })
  const { revalidate } = useRevalidator()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await run(send, { errors: wrong() }))) return
    showToast('success', t('operator.account.saved'))
    onClose()
    revalidate()
  }
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <h2 className="heading-3">{title}</h2>
      <p className="muted">{text}</p>
      {formError && <Note kind="error">{formError}</Note>}
      {fields(errors)}
      <div className={dialogStyles.modalFoot}>
        <Button kind="secondary" onClick={onClose}>
          {t('operator.account.back')}
        </Button>
        <Button type="submit" loading={pending}>
          {act}
        </Button>
      </div>
    </form>
  )
}

const currencies = ['GBP', 'AUD', 'USD', 'CAD'] as const

interface LimitFormProps {
  partnerId: string
  account: Shown['account']
  title: string
  onClose: () => void
}

function LimitForm({ partnerId, account, title, onClose }: LimitFormProps) {
  const [currency, setCurrency] = useState(account?.currency ?? 'GBP')
  const [limit, setLimit] = useState(account ? String(account.limit) : '')
  const [reason, setReason] = useState('')
  const amount = readNumber(limit)
  return (
    <DialogForm
      title={title}
      text={t('operator.account.text')}
      act={t('operator.account.save')}
      wrong={() => ({
        ...(amount === null || amount < 0 ? { limit: t('operator.account.limit.error') } : {}),
        ...validateReason(reason),
      })}
      send={() =>
        browserApi().operatorPartnerAccounts.save({ partnerId, currency, limit: amount ?? 0, reason: reason.trim() })
      }
      onClose={onClose}
      fields={(errors) => (
        <>
          <SelectField
            label={t('operator.account.currency')}
            name="currency"
            value={currency}
            error={errors['currency'] ?? null}
            onChange={({ target }) => setCurrency(target.value)}>
            {currencies.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </SelectField>
          <NumberField
            label={t('operator.account.limit')}
            name="limit"
            value={limit}
            error={errors['limit'] ?? null}
            onChange={setLimit}
          />
          <ReasonField value={reason} error={errors['reason']} onChange={setReason} />
        </>
      )}
    />
  )
}

function PaymentForm({ partnerId, onClose }: { partnerId: string; onClose: () => void }) {
  const today = toLocalDay(new Date().toISOString())
  const [typed, setTyped] = useState('')
  const [reference, setReference] = useState('')
  const [receivedOn, setReceivedOn] = useState(today)
  const amount = readNumber(typed) ?? 0
  return (
    <DialogForm
      title={t('operator.account.record')}
      text={t('operator.account.record.text')}
      act={t('operator.account.record')}
      wrong={() => ({
        ...(amount > 0 ? {} : { amount: t('operator.account.amount.error') }),
        ...(reference.trim() ? {} : { reference: t('operator.account.reference.error') }),
        ...(receivedOn ? {} : { receivedOn: t('operator.account.received.error') }),
      })}
      send={(key) =>
        browserApi().operatorPartnerAccounts.recordPayment({ partnerId, amount, reference, receivedOn }, { key })
      }
      onClose={onClose}
      fields={(errors) => (
        <>
          <NumberField
            label={t('operator.account.amount')}
            name="amount"
            value={typed}
            error={errors['amount'] ?? null}
            onChange={setTyped}
          />
          <TextField
            label={t('operator.account.reference')}
            hint={t('operator.account.reference.hint')}
            name="reference"
            maxLength={80}
            value={reference}
            error={errors['reference'] ?? null}
            onChange={({ target }) => setReference(target.value)}
          />
          <TextField
            label={t('operator.account.received')}
            type="date"
            name="receivedOn"
            max={today}
            value={receivedOn}
            error={errors['receivedOn'] ?? null}
            onChange={({ target }) => setReceivedOn(target.value)}
          />
        </>
      )}
    />
  )
}
