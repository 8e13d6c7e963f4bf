import { formatDate, formatMoney } from '#contract/format.ts'
import type { Voucher } from '#contract/payments/vouchers.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { voucherMessages } from './voucher-messages.ts'
import styles from './voucher-card.module.css'

export function VoucherCard({ voucher }: { voucher: Voucher }) {
  const t = createTranslator(voucherMessages, voucher.countryCode)
  return (
    <article className={styles.voucher}>
      <Logo label="Primp" />
      <h1 className="heading-1">
        {t(voucher.kind === 'goodwill' ? 'gift.card.title.credit' : 'gift.card.title', { name: voucher.toName })}
      </h1>
      {voucher.message && <p className={styles.message}>{voucher.message}</p>}
      <p className="title">{t('gift.card.from', { name: voucher.fromName })}</p>
      {voucher.artist && <p className="title">{t('gift.card.only', { name: voucher.artist.name })}</p>}
      <dl className={styles.facts}>
        <div>
          <dt className="small">{t('gift.card.code')}</dt>
          <dd className={styles.code}>{voucher.code}</dd>
        </div>
        <div>
          <dt className="small">{t('gift.card.left')}</dt>
          <dd className="heading-2">
            {formatMoney(voucher.left, voucher.currency)}{' '}
            {voucher.left !== voucher.amount && (
              <span className="small">
                {t('gift.card.of', { amount: formatMoney(voucher.amount, voucher.currency) })}
              </span>
            )}
          </dd>
        </div>
      </dl>
      <p className="small">
        {voucher.expiresAt
          ? t('gift.card.ends', { date: formatDate(voucher.expiresAt.slice(0, 10), voucher.countryCode) })
          : t('gift.card.never')}
      </p>
    </article>
  )
}
