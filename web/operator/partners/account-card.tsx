import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate, formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import type {
  AccountBooking,
  OpenItem,
  operatorPartnerAccounts,
  PartnerPayment,
  PartnerStatement,
} from '#contract/payments/partner-accounts.ts'
import { WholeTable } from '#web/operator/table.tsx'
import { ReasonField, useConfirmation, validateReason } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment, formatShortMoment, toLocalDay } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { type ActKeys, type Errors, useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { formatMonthName } from '#web/ui/figures/figure.tsx'
import { Note } from '#web/ui/note.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import styles from './account-card.module.css'
import { accountMessages } from './account-messages.ts'

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

const cash = (amount: number, currency: string) => formatMoney(amount, currency, { decimals: 'always', mixed: true })

const BookingLink = ({ booking: { id, number } }: { booking: AccountBooking }) => (
  <Link className="link tap-target" to={`/operator/bookings/${id}`}>
    {number}
  </Link>
)

const OpenItems = ({ items, currency }: { items: readonly OpenItem[]; currency: string }) => (
  <section className="stack gap-12" aria-label={t('operator.account.items')}>
    <h3 className="title">{t('operator.account.items')}</h3>
    {items.length === 0 ? (
      <p className="muted">{t('operator.account.items.none')}</p>
    ) : (
      <WholeTable
        file="partner-open-items"
        caption={t('operator.account.items')}
        rows={items}
        rowKey={({ booking }) => booking.id}
        empty={null}
        columns={[
          {
            id: 'booking',
            label: t('operator.account.booking'),
            isLabelled: true,
            cell: ({ booking }) => <BookingLink booking={booking} />,
          },
          {
            id: 'event',
            label: t('operator.account.event'),
            kind: 'date',
            isLabelled: true,
            cell: ({ booking }) => formatDate(booking.eventDate, 'GB'),
          },
          { id: 'artist', label: t('operator.account.artist'), cell: ({ booking }) => booking.artist },
          {
            id: 'booked',
            label: t('operator.account.booked'),
            kind: 'date',
            isLabelled: true,
            cell: ({ bookedAt }) => formatShortMoment(bookedAt),
          },
          {
            id: 'deposit',
            label: t('operator.account.deposit'),
            kind: 'number',
            isLabelled: true,
            cell: ({ amount }) => cash(amount, currency),
          },
          {
            id: 'open',
            label: t('operator.account.unpaid'),
            kind: 'number',
            isLead: true,
            cell: ({ open }) => cash(open, currency),
          },
        ]}
      />
    )}
  </section>
)

/** Lists the months in UTC from an instant until now, newest first: 2026-11. */
function listMonthsSince(instant: string, now: Date): string[] {
  const first = new Date(instant)
  const count = (now.getUTCFullYear() - first.getUTCFullYear()) * 12 + now.getUTCMonth() - first.getUTCMonth()
  return Array.from({ length: Math.max(0, count) + 1 }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  )
}

interface StatementProps {
  partnerId: string
  first: PartnerStatement
  since: string
}

function Statement({ partnerId, first, since }: StatementProps) {
  const [chosen, setChosen] = useState<PartnerStatement | null>(null)
  const { run, pending, formError } = useForm()
  // The loader reads the current month again after a payment.
  const statement = chosen && chosen.month !== first.month ? chosen : first
  const { currency, lines, opening, closing } = statement
  const choose = async (month: string) => {
    const done = await run(() => browserApi().operatorPartnerAccounts.statement({ partnerId, month }))
    if (done) setChosen(done.answer.statement)
  }
  return (
    <section className="stack gap-12" aria-label={t('operator.account.statement')} aria-busy={pending}>
      <div className="row space-between wrapping">
        <h3 className="title">{t('operator.account.statement')}</h3>
        <div className={styles.month}>
          <SelectField
            label={t('operator.account.month')}
            value={statement.month}
            onChange={({ target }) => choose(target.value)}>
            {listMonthsSince(since, new Date()).map((month) => (
              <option key={month} value={month}>
                {formatMonthName(month)}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
      {formError && <Note kind="error">{formError}</Note>}
      <p>{t('operator.account.opening', { amount: cash(opening, currency) })}</p>
      {lines.length === 0 ? (
        <p className="muted">{t('operator.account.statement.none')}</p>
      ) : (
        <WholeTable
          file={`partner-statement-${statement.month}`}
          caption={`${t('operator.account.statement')}, ${formatMonthName(statement.month)}`}
          rows={lines.map((line, n) => ({ ...line, n }))}
          rowKey={({ n }) => String(n)}
          empty={null}
          columns={[
            {
              id: 'when',
              label: t('operator.account.when'),
              kind: 'date',
              isLabelled: true,
              cell: ({ at }) => formatShortMoment(at),
            },
            { id: 'what', label: t('operator.account.what'), cell: ({ kind }) => t(`operator.account.kind.${kind}`) },
            {
              id: 'booking',
              label: t('operator.account.booking'),
              isLabelled: true,
              cell: ({ booking }) => booking && <BookingLink booking={booking} />,
            },
            {
              id: 'event',
              label: t('operator.account.event'),
              kind: 'date',
              isLabelled: true,
              cell: ({ booking }) => booking && formatDate(booking.eventDate, 'GB'),
            },
            {
              id: 'reference',
              label: t('operator.account.reference'),
              isLabelled: true,
              cell: ({ reference }) => reference,
            },
            {
              id: 'amount',
              label: t('operator.account.amount'),
              kind: 'number',
              isLead: true,
              cell: ({ amount }) => cash(amount, currency),
            },
          ]}
        />
      )}
      <p className="bold">{t('operator.account.closing', { amount: cash(closing, currency) })}</p>
    </section>
  )
}

interface PaymentsProps {
  payments: readonly PartnerPayment[]
  onUndo?: (payment: PartnerPayment) => void
}

const Payments = ({ payments, onUndo }: PaymentsProps) => (
  <section className="stack gap-12" aria-label={t('operator.account.payments')}>
    <h3 className="title">{t('operator.account.payments')}</h3>
    {payments.length === 0 ? (
      <p className="muted">{t('operator.account.payments.none')}</p>
    ) : (
      <WholeTable
        file="partner-payments"
        caption={t('operator.account.payments')}
        rows={payments}
        rowKey={({ id }) => id}
        empty={null}
        columns={[
          {
            id: 'received',
            label: t('operator.account.received'),
            kind: 'date',
            isLabelled: true,
            cell: ({ receivedOn }) => formatDate(receivedOn, 'GB'),
          },
          { id: 'reference', label: t('operator.account.reference'), cell: ({ reference }) => reference },
          {
            id: 'recorded',
            label: t('operator.account.recorded'),
            kind: 'date',
            isLabelled: true,
            cell: ({ recordedAt }) => formatShortMoment(recordedAt),
          },
          {
            id: 'state',
            label: t('operator.account.state'),
            cell: ({ undoneAt }): string =>
              undoneAt
                ? t('operator.account.state.undone', { date: formatShortMoment(undoneAt) })
                : t('operator.account.state.counted'),
          },
          {
            id: 'amount',
            label: t('operator.account.amount'),
            kind: 'number',
            isLead: true,
            cell: ({ amount, currency }) => cash(amount, currency),
          },
          ...(onUndo
            ? [
                {
                  id: 'undo',
                  label: t('operator.account.undo'),
                  cell: (payment: PartnerPayment): ReactNode =>
                    !payment.undoneAt && (
                      <Button
                        kind="quiet"
                        size="small"
                        aria-label={`${t('operator.account.undo')} ${payment.reference}`}
                        onClick={() => onUndo(payment)}>
                        {t('operator.account.undo')}
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
    )}
  </section>
)

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
