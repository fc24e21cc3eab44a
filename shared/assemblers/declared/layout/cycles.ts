/**
 * Returns the names that depend on themselves: members of strongly connected components with more than one name, or
 * with an edge to itself. Uses Tarjan's algorithm without recursion, because a layout can have 100,000 names.
 */
export function namesInCycles(next: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>();
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  for (const root of next.keys()) {
    const path: { readonly name: string; readonly edges: readonly string[]; at: number }[] = [];
    const enter = (name: string): void => {
      order.set(name, order.size);
      lowest.set(name, order.size - 1);
      open.push(name);
      isOpen.add(name);
      path.push({ name, edges: next.get(name) ?? [], at: 0 });
    };
    const lower = (name: string, to: number): void => void lowest.set(name, Math.min(lowest.get(name) ?? to, to));
    if (!order.has(root)) enter(root);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const edge = step.edges[step.at];
      step.at += 1;
      if (edge === step.name) found.add(edge);
      else if (edge !== undefined && !order.has(edge)) enter(edge);
      else if (edge !== undefined) {
        if (isOpen.has(edge)) lower(step.name, order.get(edge) ?? 0);
      } else {
        path.pop();
        const above = path.at(-1);
        if (above !== undefined) lower(above.name, lowest.get(step.name) ?? 0);
        if (lowest.get(step.name) !== order.get(step.name)) continue;
        const part = open.splice(open.lastIndexOf(step.name));
        for (const name of part) isOpen.delete(name);
        if (part.length > 1) for (const name of part) found.add(name);
      }
    }
  }
  return found;
}
