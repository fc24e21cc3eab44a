// Package relay collects readings from the piers and offers them as a feed.
package relay

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"
)

// Reading is one level at one pier, as docs/messages.md describes it.
type Reading struct {
	Version int    `json:"v"`
	Pier    string `json:"pier"`
	At      int64  `json:"at"`
	Level   int    `json:"level"`
}

// Feed keeps the latest reading of every pier and everything that arrived since the last flush.
type Feed struct {
	mu      sync.Mutex
	latest  map[string]Reading
	pending []Reading
	dropped int
}

// NewFeed returns an empty feed.
func NewFeed() *Feed {
	return &Feed{latest: map[string]Reading{}}
}

// Add takes a reading, or counts it as dropped when it cannot be true.
func (f *Feed) Add(reading Reading) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := check(reading); err != nil {
		f.dropped++
		return err
	}
	if known, ok := f.latest[reading.Pier]; ok && known.At == reading.At {
		return nil
	}
	f.pending = append(f.pending, reading)
	if reading.At > f.latest[reading.Pier].At {
		f.latest[reading.Pier] = reading
	}
	return nil
}

// Flush writes what is pending, one line each, and forgets it.
func (f *Feed) Flush(out io.Writer) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	encoder := json.NewEncoder(out)
	for _, reading := range f.pending {
		if err := encoder.Encode(reading); err != nil {
			return fmt.Errorf("flush: %w", err)
		}
	}
	f.pending = f.pending[:0]
	return nil
}

// Stale lists the piers that have been silent for longer than limit.
func (f *Feed) Stale(now time.Time, limit time.Duration) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var piers []string
	for pier, reading := range f.latest {
		if now.Sub(time.Unix(reading.At, 0)) > limit {
			piers = append(piers, pier)
		}
	}
	return piers
}

func check(reading Reading) error {
	switch {
	case reading.Version != 1:
		return fmt.Errorf("version %d is not known", reading.Version)
	case len(reading.Pier) != 3:
		return fmt.Errorf("pier %q is none", reading.Pier)
	case reading.Level > 9999 || reading.Level < -2000:
		return fmt.Errorf("level %d is a broken gauge", reading.Level)
	}
	return nil
}
