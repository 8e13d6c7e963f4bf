import { Fragment } from 'react'

/** A headline with one sentence per line; the last may be highlighted. */
export function SentenceLines({ text, mark }: { text: string; mark?: boolean }) {
  const sentences = text.match(/[^.]+\.?/g)?.map((sentence) => sentence.trim()) ?? [text]
  return sentences.map((sentence, index) => {
    const last = index === sentences.length - 1
    return (
      <Fragment key={sentence}>
        {index > 0 && <br />}
        {last && mark && sentences.length > 1 ? <em>{sentence}</em> : sentence}
      </Fragment>
    )
  })
}
