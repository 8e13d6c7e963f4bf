import { formatDate, formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { Receipt } from '#contract/payments/payments.ts'
import type { Country } from '#contract/words.ts'
import { taxMessages } from '#web/payments/tax/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { Logo } from '#web/ui/pictures/logo.tsx'
import tableStyles from '#web/ui/table.module.css'
import { paymentMessages } from './messages.ts'
import styles from './receipt-paper.module.css'
import { TestPaymentsMark } from './test-payments-mark.tsx'

const t = createTranslator(paymentMessages)
const x = createTranslator(taxMessages)

/** A receipt as a sheet of paper: payments, refunds, the amount left to pay and the tax in it. */
export function ReceiptPaper({ receipt, heading: Heading }: { receipt: Receipt; heading: 'h1' | 'h2' }) {
  const country = receipt.countryCode as Country
  const amount = (n: number) => formatMoney(n, receipt.currency, { decimals: 'always' })
  return (
    <article className={joinClasses('card pad-32 stack', styles.receipt)}>
      <div className="row space-between wrapping">
        <Logo label="Primp" />
        <TestPaymentsMark test={receipt.test} />
      </div>
      <Heading className="heading-2">{t('doc.receipt', { number: receipt.number })}</Heading>
      <div className="stack gap-4">
        <p className="title">{receipt.description}</p>
        <p>{t('doc.receipt.from', { name: receipt.provider, legalName: receipt.legalName })}</p>
        {receipt.name && <p className="muted">{t('doc.receipt.to', { name: receipt.name })}</p>}
      </div>
      <table className={tableStyles.table}>
        <caption className="visually-hidden">{t('doc.receipt', { number: receipt.number })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('paid.col.date')}</th>
            <th scope="col">{t('paid.col.what')}</th>
            <th scope="col" className={tableStyles.amount}>
              {t('paid.col.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {receipt.rows.map((row, i) => (
            <tr key={`${row.at} ${i}`}>
              <td>{formatDate(row.at.slice(0, 10), country)}</td>
              <td>
                {row.partner
                  ? t(row.what === 'refund' ? 'doc.receipt.refund.partner' : 'doc.receipt.paid.partner', {
                      what: t(`kind.${row.what}`),
                      partner: row.partner,
                    })
                  : t(`kind.${row.what}`)}
              </td>
              <td className={tableStyles.amount}>{amount(row.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Sum label={t('doc.receipt.paid')} amount={amount(receipt.paid)} />
          {receipt.refunded > 0 && <Sum label={t('doc.receipt.refunded')} amount={amount(receipt.refunded)} />}
          {receipt.open !== null && receipt.open > 0 && (
            <Sum label={t('doc.receipt.open')} amount={amount(receipt.open)} />
          )}
        </tfoot>
      </table>
      {receipt.tax && (
        <p className="small">
          {x('tax.receipt', {
            ...receipt.tax,
            amount: amount(receipt.tax.amount),
            seller: receipt.sellerName ?? receipt.provider,
          })}
        </p>
      )}
      {receipt.test && <p className="small muted">{t('doc.test')}</p>}
      {receipt.supportEmail && <p className="small muted">{receipt.supportEmail}</p>}
    </article>
  )
}

const Sum = ({ label, amount }: { label: string; amount: string }) => (
  <tr>
    <th scope="row" colSpan={2}>
      {label}
    </th>
    <td className={tableStyles.amount}>{amount}</td>
  </tr>
)
