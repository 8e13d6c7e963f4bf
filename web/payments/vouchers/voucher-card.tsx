import { formatDate, formatMoney } from '#contract/format.ts'
import type { Voucher } from '#contract/payments/vouchers.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { voucherMessages } from './voucher-messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './voucher-card.module.css'

/** The card that the recipient gets. A card that is not bought yet has the title as a smaller heading and no code. */
export function VoucherCard({ voucher, preview }: { voucher: Voucher; preview?: boolean }) {
  const t = createTranslator(voucherMessages, voucher.countryCode)
  const Title = preview ? 'h2' : 'h1'
  return (
    <article
      className={joinClasses('fig-ground on-fig', styles.voucher)}
      aria-label={preview ? t('gift.preview') : undefined}>
      <Logo label="Primp" />
      <Title className={preview ? 'heading-2' : 'heading-1'}>
        {t(voucher.kind === 'goodwill' ? 'gift.card.title.credit' : 'gift.card.title', { name: voucher.toName })}
      </Title>
      {voucher.message && <p className={styles.message}>{voucher.message}</p>}
      <p className="title">{t('gift.card.from', { name: voucher.fromName })}</p>
      {voucher.artist && <p className="title">{t('gift.card.only', { name: voucher.artist.name })}</p>}
      <dl className={styles.facts}>
        {!preview && (
          <div>
            <dt className="small">{t('gift.card.code')}</dt>
            <dd className={styles.code}>{voucher.code}</dd>
          </div>
        )}
        <div>
          <dt className="small">{t(preview ? 'gift.amount' : 'gift.card.left')}</dt>
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
      {!preview && (
        <p className="small">
          {voucher.expiresAt
            ? t('gift.card.ends', { date: formatDate(voucher.expiresAt.slice(0, 10), voucher.countryCode) })
            : t('gift.card.never')}
        </p>
      )}
    </article>
  )
}
