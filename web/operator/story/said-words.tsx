import type { SaidWord } from '#contract/operator/story.ts'
import { reader } from '#contract/words.ts'
import { moment } from '#web/operator/when.ts'
import { operatorWords } from '#web/operator/words.ts'
import styles from './said-words.module.css'

const t = reader(operatorWords)

/** What was said in a conversation, oldest first, as it was written. */
export const SaidWords = ({ words }: { words: readonly SaidWord[] }) => (
  <ol className={styles.said} tabIndex={0}>
    {words.map((word) => (
      <li key={`${word.at} ${word.text}`}>
        <b className="bold">{word.name ?? t(`op.reports.${word.from}`)}</b>{' '}
        <span className="micro muted">{moment(word.at)}</span>
        <p>{word.text || (word.pictures.length ? t('op.reports.pictures', { n: word.pictures.length }) : word.kind)}</p>
        {word.pictures.map(({ src }) => (
          <img key={src} src={src} alt="" width={96} height={96} loading="lazy" />
        ))}
      </li>
    ))}
  </ol>
)
