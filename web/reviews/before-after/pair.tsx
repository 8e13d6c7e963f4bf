import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { Pan } from '#web/ui/pictures/picture.tsx'
import styles from './pair.module.css'

export const pictureMessages = defineMessages({
  'pair.before': 'Before',
  'pair.after': 'After',
  'pair.title': 'Before and after',
  'pair.failed': 'We could not load this section.',

  'add.before': 'Before',
  'add.after': 'After',
  'add.limits': 'png, jpeg or heic, up to 4.1 MB.',
  'add.save': 'Add both',
  'add.missing': 'Choose both pictures.',
  'add.size': 'file size is too big.',
  'add.type': 'Use a png, jpeg or heic picture.',

  'own.text':
    'Add a before and an after picture of someone from this booking. We show them only once that person agrees through their own link. They can withdraw at any time.',
  'own.waiting': 'Waiting for consent',
  'own.shown': 'Published since {date}',
  'own.shown.gallery': 'Published since {date}, also in your albums',
  'own.none': 'No pictures yet',
  'own.add': 'Add pictures',
  'own.remove': 'Delete',
  'own.remove.title': 'Delete both pictures?',
  'own.remove.text': '{name} has agreed to them and they are published. This removes them from your page permanently.',
  'own.remove.keep': 'Keep them',
  'own.of': ', {name}',
  'own.links': 'Guests appear here once the customer has created a link for them.',

  'mine.text': 'Two pictures of yourself, before and after. Only you and {provider} can see them until you agree.',
  'mine.from': '{provider} has added these pictures of you. They are not shown until you agree.',
  'mine.yes': 'Agree',
  'mine.no': 'No, delete them',
  'mine.shown': 'Published since {date} with your consent.',
  'mine.back': 'Withdraw consent and delete',
  'mine.change': 'Save',
  'mine.said': 'Your answer',
  'mine.said.yes': 'Agreed to show next to your review: {date}',
  'mine.said.gallery': 'Agreed to show next to your review and in the albums: {date}',
  'mine.said.no': 'Declined and deleted: {date}',
})

const t = createTranslator(pictureMessages)

interface PairProps {
  pair: { before: { src: string }; after: { src: string } }
  name: string
  /** Opens a picture in the viewer. */
  onOpen?: (src: string) => void
}

export function Pair({ pair: { before, after }, name, onOpen }: PairProps) {
  return (
    <div className={styles.pair}>
      {[['pair.before', before] as const, ['pair.after', after] as const].map(([word, { src }]) => (
        <figure key={word} className="stack gap-4">
          {onOpen ? (
            <button
              type="button"
              className={styles.open}
              onClick={() => onOpen(src)}
              aria-label={`${t(word)}, ${name}`}>
              <Pan className={styles.frame} src={src} alt="" />
            </button>
          ) : (
            <Pan className={styles.frame} src={src} alt={`${t(word)}, ${name}`} />
          )}
          <figcaption className="small muted" aria-hidden="true">
            {t(word)}
          </figcaption>
        </figure>
      ))}
    </div>
  )
}
