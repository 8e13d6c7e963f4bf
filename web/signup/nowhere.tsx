/** Never seen: the frame leads every address without a step to the one that is open. */
export default function Nowhere() {
  return null
}
