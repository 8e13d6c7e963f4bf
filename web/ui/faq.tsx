import styles from './faq.module.css'

export function FaqList({ faqs }: { faqs: readonly { question: string; answer: string }[] }) {
  return (
    <div className={styles.faqList}>
      {faqs.map((faq, index) => (
        <details key={faq.question} open={index === 0}>
          <summary className="summary-row">{faq.question}</summary>
          <p>{faq.answer}</p>
        </details>
      ))}
    </div>
  )
}
