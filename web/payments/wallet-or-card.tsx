import { CreditCard, Wallet } from 'lucide-react'
import { reader } from '#contract/words.ts'
import { Radio } from '#web/ui/fields/choice.tsx'
import styles from './wallet-or-card.module.css'
import { paymentWords } from './words.ts'

const t = reader(paymentWords)

/** The phone's wallet or a card, the quicker one first. */
export function WalletOrCard({ wallet, onChoose }: { wallet: boolean; onChoose: (wallet: boolean) => void }) {
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
