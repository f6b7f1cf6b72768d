extension EditedDendrogram {
  /// Lists the items of a level that are in a cluster of it.
  func appendItems(
    of place: Place, at time: Int32, _ points: PointSet, to items: inout [DendrogramEdit.Item]
  ) {
    if self.time(of: place.branch) < time {
      items.append(item(place.branch, start: place.start, cluster: place.start, points))
    } else if case .base(let node) = place.branch {
      let shift = place.start - base.nodes[node].range.lowerBound
      base.appendItems(under: node, shift: shift, cluster: place.start, points, to: &items)
    } else {
      forEachChild(of: place) { child in
        items.append(item(child.branch, start: child.start, cluster: place.start, points))
      }
    }
  }
}

extension Dendrogram {
  /// Lists the children of a node. It is a structure that does, as threads would wait for each other where
  /// they count the references to what an object has.
  fileprivate func appendItems(
    under node: Int, shift: Int, cluster: Int, _ points: PointSet, to items: inout [DendrogramEdit.Item]
  ) {
    let parts = parts(of: node)
    // Their sums lie apart, and the waits for them go on at the same time.
    for part in parts { order.fetch(nodes[part].range) }
    for part in parts {
      if nodes[part].time == Self.never {
        appendItems(under: part, shift: shift, cluster: cluster, points, to: &items)
      } else {
        items.append(
          DendrogramEdit.Item(
            .base(part), sums(of: part), start: nodes[part].range.lowerBound + shift, cluster: cluster,
            points))
      }
    }
  }
}
