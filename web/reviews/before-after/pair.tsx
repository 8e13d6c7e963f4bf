import { type Catalogue, createTranslator } from '#contract/words.ts'
import { Pan } from '#web/ui/pictures/picture.tsx'
import styles from './pair.module.css'

export const pictureMessages = {
  'pair.before': 'Before',
  'pair.after': 'After',
  'pair.title': 'Before and after',
  'pair.failed': 'This part did not load. The rest of the page works.',

  'add.before': 'Before',
  'add.after': 'After',
  'add.limits': 'png, jpeg or heic, up to 4.1 MB.',
  'add.save': 'Add both',
  'add.missing': 'Choose both pictures.',
  'add.size': 'file size is too big.',
  'add.type': 'Use a png, jpeg or heic picture.',

  'own.text':
    'Add a before and an after picture of somebody of this booking. They are not shown until that person says yes by their own link, and they can take it back.',
  'own.waiting': 'Waits for their yes',
  'own.shown': 'Shown since {date}',
  'own.shown.gallery': 'Shown since {date}, in your albums too',
  'own.none': 'No pictures yet',
  'own.add': 'Add pictures',
  'own.remove': 'Delete',
  'own.remove.title': 'Delete both pictures?',
  'own.remove.text': '{name} has said yes to them, and they are shown. They go from your page for good.',
  'own.remove.keep': 'Keep them',
  'own.of': ', {name}',
  'own.links': 'Guests stand here once whoever booked has made a link for them.',

  'mine.text': 'Two pictures of yourself, before and after. Only you and {provider} can see them until you say yes.',
  'mine.from': '{provider} has added these pictures of you. They are not shown until you say yes.',
  'mine.yes': 'Say yes',
  'mine.no': 'No, delete them',
  'mine.shown': 'Shown since {date}, by your yes.',
  'mine.back': 'Take it back and delete them',
  'mine.change': 'Save',
  'mine.said': 'What you have said',
  'mine.said.yes': 'Yes, beside your review: {date}',
  'mine.said.gallery': 'Yes, beside your review and in the albums: {date}',
  'mine.said.no': 'No, deleted: {date}',
} as const satisfies Catalogue

const t = createTranslator(pictureMessages)

interface PairProps {
  pair: { before: { src: string }; after: { src: string } }
  name: string
}

export function Pair({ pair: { before, after }, name }: PairProps) {
  return (
    <div className={styles.pair}>
      {[['pair.before', before] as const, ['pair.after', after] as const].map(([word, { src }]) => (
        <figure key={word} className="stack gap-4">
          <Pan className={styles.frame} src={src} alt={`${t(word)}, ${name}`} />
          <figcaption className="small muted" aria-hidden="true">
            {t(word)}
          </figcaption>
        </figure>
      ))}
    </div>
  )
}
