import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatDate, formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { AccountBooking, OpenItem, PartnerPayment, PartnerStatement } from '#contract/payments/partner-accounts.ts'
import consoleStyles from '#web/operator/console.module.css'
import { WholeTable } from '#web/operator/table.tsx'
import { formatShortMoment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { formatMonthName } from '#web/ui/figures/figure.tsx'
import { Note } from '#web/ui/note.tsx'
import { accountMessages } from './account-messages.ts'

const t = createTranslator(accountMessages)

/** Formats an amount of an account with its currency: US$20.50. */
export const cash = (amount: number, currency: string) =>
  formatMoney(amount, currency, { decimals: 'always', mixed: true })

const BookingLink = ({ booking: { id, number } }: { booking: AccountBooking }) => (
  <Link className="link tap-target" to={`/operator/bookings/${id}`}>
    {number}
  </Link>
)

export const OpenItems = ({ items, currency }: { items: readonly OpenItem[]; currency: string }) => (
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

export function Statement({ partnerId, first, since }: StatementProps) {
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
        <div className={consoleStyles.month}>
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

export const Payments = ({ payments, onUndo }: PaymentsProps) => (
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
