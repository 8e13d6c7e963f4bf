import { Fragment } from 'react'
import factsStyles from '#web/ui/facts.module.css'

/** A list of labels and values, without empty ones. */
export const Facts = ({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) => (
  <dl className={factsStyles.facts}>
    {facts
      .filter(([, value]) => value !== '')
      .map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
)
